"""What users hold: runtimes, devices, streams, events, executions, buffers."""

"""What tests of streamrt, of backends and of programs that use it can build on."""

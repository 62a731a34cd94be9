"""The devices of a runtime, below the handles.

From the ground up:

    registry.py         Registry: kernels compiled ahead of time, by name
    standard_plans.py   StandardPlans: the plans of copies, fills and checks
    contract_plans.py   ContractPlans: their plans, by numbers that outlive epochs
    contract_queue.py   queues of backends without native code, as lanes use them
    contract_device.py  DispatchedDevice: devices of such backends
    recovering.py       Recovering: the next epoch of a device that was lost
    device_state.py     DeviceState: the inner half of Device
    device_list.py      DeviceList: the devices of one runtime, opened at their first use
"""

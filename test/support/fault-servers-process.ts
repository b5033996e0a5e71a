import { startFaultServers } from './network-faults.ts'

// In a process of their own, so that their memory is not taken for that of the fetcher.
const { faults, close } = await startFaultServers()
process.send?.(faults)
// Not by a signal: the deaf server would be left behind.
process.once('disconnect', close)

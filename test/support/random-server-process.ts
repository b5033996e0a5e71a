import { startRandomServer } from './random-server.ts'

// In a process of its own, so that its memory and sockets are not taken for those of the code under test.
const { report, close, ...told } = await startRandomServer()
process.send?.(told)
process.on('message', () => process.send?.(report()))
process.once('disconnect', close)

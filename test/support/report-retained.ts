import { writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded into a command by `--import`. On SIGUSR2 it collects all garbage and writes to stderr how many bytes are left,
// and how much memory the process has.

setFlagsFromString('--expose-gc')
// Otherwise V8 forgets the code of functions that were not called for some time, which is megabytes.
setFlagsFromString('--no-flush-bytecode')
const collectGarbage = runInNewContext('gc') as () => void

/** V8 frees array buffers on another thread after a collection; the next collection waits for that thread. */
const COLLECTIONS = 3

async function reportRetained(): Promise<void> {
  for (let count = 0; count < COLLECTIONS; count += 1) {
    collectGarbage()
    await setImmediate()
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  writeSync(2, `resident ${rss}\nretained ${heapUsed + external}\n`)
}

process.on('SIGUSR2', () => void reportRetained())

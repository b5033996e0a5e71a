// Ends test files that do not end by themselves. A test that spins cannot be stopped from within its process, because no timer fires
// there, and the test runner only waits. So each file gets a timer in the process of the runner: when the file has run for as long as
// --test-timeout gives to a single test, its process is killed and the file has failed.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { relative } from 'node:path'

const FLAG = '--test-timeout='

/** Called by the runner in its own process, before it starts the first file. */
export function globalSetup() {
  subscribe('child_process', watch)
}

export function globalTeardown() {
  unsubscribe('child_process', watch)
}

function watch({ process: child }) {
  const timer = setTimeout(() => end(child), limitMs()).unref()
  child.once('exit', () => clearTimeout(timer))
}

function limitMs() {
  const flag = process.execArgv.find((each) => each.startsWith(FLAG))
  if (flag === undefined)
    throw new Error(`scripts/watchdog.mjs: no limit. Pass ${FLAG}MILLISECONDS to the test runner.`)
  return Number(flag.slice(FLAG.length))
}

function end(child) {
  const file = relative(process.cwd(), child.spawnargs.at(-1))
  console.error(
    `${file}: killed, because it was still running after ${limitMs() / 1000} s. Look for a loop that never ends.`,
  )
  child.kill('SIGKILL')
  // A process that the file has started may hold them open.
  child.stdout?.destroy()
  child.stderr?.destroy()
}

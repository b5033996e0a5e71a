import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { joinProgram } from '@canonist/test-support/join-program.ts'

/** Whether the process came to its end before it was killed. */
export async function runUntilKilled(script: string, args: readonly string[], afterMs: number): Promise<boolean> {
  const path = await joinProgram(fileURLToPath(new URL(`processes/${script}.ts`, import.meta.url)))
  const child = spawn(process.execPath, ['--conditions=canonist-source', path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  await Promise.race([once(child.stdout, 'data'), exit])
  const timer = new AbortController()
  await Promise.race([exit, sleep(afterMs, null, { signal: timer.signal })])
  timer.abort()
  child.kill('SIGKILL')
  const [code, signal] = await exit
  if (code !== 0 && signal === null) throw new Error(`${script} ended with ${code}`)
  return code === 0
}

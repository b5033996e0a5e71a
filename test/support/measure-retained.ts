import assert from 'node:assert/strict'
import { exitCode, start } from './command.ts'
import { feedList } from './feed-list.ts'
import type { LoopbackWeb } from './loopback-web.ts'

const PROBE = new URL('report-retained.ts', import.meta.url).href

/**
 * Sends so many URLs of feeds to the stdin of `canonicalize` and returns how many MB it holds when it has written all results
 * and waits for more lines. No request is under way then, and garbage does not count: how late the collector is, or how
 * loaded the machine, changes nothing.
 */
export async function measureRetained(web: LoopbackWeb, count: number): Promise<number> {
  const mapping = ['--connect-to', `:80:127.0.0.1:${web.plainPort}`]
  const child = start(['canonicalize', '--quiet', '--keep-http', '--host-delay', '0', ...mapping, '-'], {
    env: { NODE_OPTIONS: `--import=${PROBE}` },
  })
  const code = exitCode(child)
  child.stdin.write(feedList(count))
  let [out, err, isAsked] = ['', '', false]
  child.stdout.on('data', (data: Buffer) => {
    out += data.toString()
    if (isAsked || splitLines(out).length < count) return
    isAsked = true
    child.kill('SIGUSR2')
  })
  child.stderr.on('data', (data: Buffer) => {
    err += data.toString()
    if (REPORT.test(err)) child.stdin.end()
  })
  assert.equal(await code, 0, err)
  assert.deepEqual(splitLines(out), expectedLines(count))
  return Number(REPORT.exec(err)?.[1]) / 1e6
}

const REPORT = /^retained (\d+)$/m

const splitLines = (text: string): string[] => text.split('\n').slice(0, -1)

const expectedLines = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `http://h${index}.example.com/feed`)

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { exitCode, start } from '@canonist/test-support/command.ts'

const CHUNK = Buffer.from(
  Array.from({ length: 12_000 }, (_, index) => `https://example.com/${index}${index % 5 ? '' : '?utm_source=x'}`).join(
    '\n',
  ) + '\n',
)

/** The largest resident size of the process so far, in MB. */
function readPeakMemory(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1000
}

/** Feeds `megabytes` through a pipe and tells the peak before the end. */
async function peakAfter(args: readonly string[], megabytes: number): Promise<number> {
  const child = start(args)
  const code = exitCode(child)
  child.stdout.resume()
  for (let sent = 0; sent < megabytes * 1e6; sent += CHUNK.length) {
    if (!child.stdin.write(CHUNK)) await new Promise((resolve) => child.stdin.once('drain', resolve))
  }
  const peak = readPeakMemory(child.pid ?? 0)
  child.stdin.end()
  assert.equal(await code, 0)
  return peak
}

const cases = [
  ['normalize', '--jobs', '1'],
  ['normalize', '--jobs', '2'],
  ['dedupe', '--quiet'],
]

for (const args of cases) {
  test(
    `canonist ${args.join(' ')} takes no more memory for a longer list`,
    { skip: process.platform !== 'linux' && 'reads /proc' },
    async () => {
      const short = await peakAfter(args, 20)
      const long = await peakAfter(args, 160)
      // Kept lines would add 140 MB; half of that is left for a collector that is late.
      assert.ok(long < short + 70, `${short.toFixed(0)} MB for 20 MB, ${long.toFixed(0)} MB for 160 MB`)
    },
  )
}

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { exitCode, start } from '../support/command.ts'

const AT_ONCE = 5000

/** Distinct lines, as a list of real pages has them. */
const urlOf = (number: number): string =>
  `https://www.example-${number % 5000}.com/articles/2024/some-topic/${number}?page=${number % 7}&id=${number}`

const FORMATS = {
  text: { flags: [], head: '', lineOf: (number: number) => `${urlOf(number)}\n` },
  csv: {
    flags: ['--format', 'csv', '--column', 'url'],
    head: 'id,url,title\n',
    lineOf: (number: number) => `${number},${urlOf(number)},Title of ${number}\n`,
  },
} as const

/** The largest resident size of a process so far, in MB. */
function peakOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
}

/** Feeds so many lines to `canonist add` and returns its peak before the end. */
async function peakOfAdding(
  lines: number,
  location: string,
  format: keyof typeof FORMATS,
  flags: readonly string[],
): Promise<number> {
  const { flags: ofFormat, head, lineOf } = FORMATS[format]
  const child = start(['add', '--quiet', '--db', location, ...ofFormat, ...flags, '-'])
  const code = exitCode(child)
  child.stdout.resume()
  child.stderr.resume()
  child.stdin.write(head)
  let peak = 0
  for (let sent = 0; sent < lines; sent += AT_ONCE) {
    const chunk = Array.from({ length: AT_ONCE }, (_, index) => lineOf(sent + index)).join('')
    if (!child.stdin.write(chunk)) await once(child.stdin, 'drain')
    peak = Math.max(peak, peakOf(child.pid ?? 0))
  }
  child.stdin.end()
  assert.equal(await code, 0)
  return peak
}

export interface AddMemory {
  readonly dialect: string
  readonly lines: number
  readonly mostMb: number
  freshLocation(): Promise<string>
}

/** Memory must not grow with the list, whatever its format and with or without a priority. */
export function testAddMemory({ dialect, lines, mostMb, freshLocation }: AddMemory): void {
  for (const [format, flags] of [
    ['text', []],
    ['csv', []],
    ['text', ['--priority', 'P1']],
  ] as const) {
    test(
      `${dialect}: canonist add of ${lines.toLocaleString('en')} lines of ${[format, ...flags].join(' ')} takes at most ${mostMb} MB`,
      { skip: process.platform !== 'linux' && 'reads /proc' },
      async (t) => {
        const peak = await peakOfAdding(lines, await freshLocation(), format, flags)
        t.diagnostic(`${peak.toFixed(0)} MB`)
        assert.ok(peak <= mostMb, `${peak.toFixed(0)} MB`)
      },
    )
  }
}

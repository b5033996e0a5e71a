import assert from 'node:assert/strict'
import { once } from 'node:events'
import { before, test } from 'node:test'
import { build } from '@canonist/test-support/build.ts'
import { exitCode, startBuilt } from '@canonist/test-support/command.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { readPeakMemory } from '@canonist/test-support/feed-list.ts'

const LINES = 1_000_000
const MOST_MEGABYTES = 300
const AT_ONCE = 5000

/** Distinct lines, as a list of real pages has them. */
const writeUrl = (number: number): string =>
  `https://www.example-${number % 5000}.com/articles/2024/some-topic/${number}?page=${number % 7}&id=${number}`

interface Format {
  readonly name: string
  readonly flags: readonly string[]
  readonly head: string
  writeLine(number: number): string
}

const TEXT = { head: '', writeLine: (number: number) => `${writeUrl(number)}\n` }
const FORMATS: readonly Format[] = [
  { name: 'text', flags: [], ...TEXT },
  {
    name: 'CSV',
    flags: ['--input-format', 'csv', '--column', 'url'],
    head: 'id,url,title\n',
    writeLine: (number) => `${number},${writeUrl(number)},Title of ${number}\n`,
  },
  { name: 'text with a priority', flags: ['--priority', 'P1'], ...TEXT },
]

/** Sends the lines to `canonist add` and returns its peak in MB. */
async function measureAdding({ flags, head, writeLine }: Format, location: string): Promise<number> {
  const child = startBuilt(['add', '--quiet', '--db', location, ...flags, '-'])
  const code = exitCode(child)
  child.stdout.resume()
  child.stderr.resume()
  child.stdin.write(head)
  let peak = 0
  for (let sent = 0; sent < LINES; sent += AT_ONCE) {
    const chunk = Array.from({ length: AT_ONCE }, (_, index) => writeLine(sent + index)).join('')
    if (!child.stdin.write(chunk)) await once(child.stdin, 'drain')
    peak = readPeakMemory(child.pid ?? 0)
  }
  child.stdin.end()
  assert.equal(await code, 0)
  return peak
}

before(build)
for (const { dialect, freshLocation } of await bothDatabases()) {
  for (const format of FORMATS) {
    test(
      `${dialect}: canonist add of ${LINES.toLocaleString('en')} lines of ${format.name} takes at most ${MOST_MEGABYTES} MB`,
      { skip: process.platform !== 'linux' && 'reads /proc' },
      async (t) => {
        const peak = await measureAdding(format, await freshLocation())
        t.diagnostic(`${peak.toFixed(0)} MB`)
        assert.ok(peak <= MOST_MEGABYTES, `${peak.toFixed(0)} MB`)
      },
    )
  }
}

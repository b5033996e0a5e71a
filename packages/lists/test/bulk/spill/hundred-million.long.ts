import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { exitCode, startBuilt } from '@canonist/test-support/command.ts'
import { build } from '@canonist/test-support/build.ts'
import { readPeakMemory } from '@canonist/test-support/feed-list.ts'

const LINES = Number(process.env['LINES'] ?? 100_000_000)
/** How many of the URLs are different. */
const DISTINCT = Math.floor(LINES * 0.7)
/** A prime: the numbers of the URLs come in no order, and each comes once before any comes again. */
const STEP = 7_368_787
const MOST_MEGABYTES = 1000
const AT_ONCE = 20_000

const folder = mkdtempSync(join(tmpdir(), 'canonist-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const numberOf = (line: number): number => (line * STEP) % DISTINCT
const writeUrl = (number: number): string =>
  `https://www.example-${number % 50_000}.com/articles/2024/topic-${number % 97}/${number}`

/** Every eighth line is spelled otherwise. */
function writeLine(line: number): string {
  const url = writeUrl(numberOf(line))
  if (line % 8 !== 0) return url
  return line % 16 === 0 ? `${url}?utm_source=a` : `${url}#${line % 5}`
}

function writeList(path: string): void {
  const file = openSync(path, 'w')
  for (let first = 0; first < LINES; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, LINES - first)
    writeSync(file, `${Array.from({ length: count }, (_, index) => writeLine(first + index)).join('\n')}\n`)
  }
  closeSync(file)
}

test(
  `${LINES} lines within ${MOST_MEGABYTES} MB: as many lines as there are URLs, in order of first sight`,
  { timeout: 3_600_000 },
  async (t) => {
    build()
    const [list, out] = [join(folder, 'list.txt'), join(folder, 'out.txt')]
    writeList(list)
    const child = startBuilt(['dedupe', '--temp', folder, '--output', out, list])
    child.stdin.end()
    child.stdout.resume()
    child.stderr.resume()
    let peak = 0
    const watch = setInterval(
      () => (peak = child.exitCode === null ? readPeakMemory(child.pid ?? 0) || peak : peak),
      200,
    )
    assert.equal(await exitCode(child), 0)
    clearInterval(watch)
    t.diagnostic(`${peak.toFixed(0)} MB`)
    assert.ok(peak > 0 && peak <= MOST_MEGABYTES, `${peak} MB`)
    assert.equal(await countLines(out), DISTINCT)
    // The first lines of the list have every URL once.
    let line = 0
    for await (const url of createInterface({ input: createReadStream(out) })) {
      if (url !== writeUrl(numberOf(line))) assert.fail(`line ${line + 1} is ${url}`)
      line += 1
    }
  },
)

/** By another program. */
async function countLines(path: string): Promise<number> {
  const child = spawn('wc', ['-l', path])
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(child, 'close')
  return Number.parseInt(text, 10)
}

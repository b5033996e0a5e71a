import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { exitCode, start, temporaryFolder } from '@canonist/test-support/command.ts'

const PADDING = 'x'.repeat(1200)
const HEAP_MB = 80
const AT_ONCE = 5000

const writeUrl = (number: number): string => `https://a.example/${number % 500}/${PADDING}#${number % 50_000}`

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
    head: 'id,url\n',
    writeLine: (number) => `${number},${writeUrl(number)}\n`,
  },
  { name: 'text with a priority', flags: ['--priority', 'P1'], ...TEXT },
]

/** The lines must be more than the heap holds, were they kept: each has 1.2 kB. V8 collects everything it can before it runs out of heap. */
export function testSmallHeap({ lines }: { readonly lines: number }): void {
  const { path } = temporaryFolder()
  for (const [index, { name, flags, head, writeLine }] of FORMATS.entries()) {
    test(`canonist add takes in ${lines.toLocaleString('en')} lines of ${name} with a heap of ${HEAP_MB} MB`, async () => {
      const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --max-semi-space-size=4` }
      const child = start(['add', '--json', '--quiet', '--db', join(path, `${index}.db`), ...flags, '-'], { env })
      const code = exitCode(child)
      const report = collectText(child.stdout)
      child.stderr.resume()
      child.stdin.on('error', () => undefined)
      child.stdin.write(head)
      for (let sent = 0; sent < lines && child.exitCode === null; sent += AT_ONCE) {
        const chunk = Array.from({ length: AT_ONCE }, (_, number) => writeLine(sent + number)).join('')
        if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, 'drain'), code])
      }
      child.stdin.end()
      assert.equal(await code, 0)
      assert.equal((JSON.parse(await report) as { seen: number }).seen, lines)
    })
  }
}

async function collectText(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

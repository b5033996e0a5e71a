import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { exitCode, start, temporaryFolder } from '../support/command.ts'

const { path } = temporaryFolder()

/** More than the heap holds, were it kept. */
const LINES = 1_500_000
const HEAP_MB = 80

const chunkOf = (first: number): string =>
  Array.from(
    { length: 10_000 },
    (_, index) => `https://a.example/${index % 500}/${'x'.repeat(60)}#${first + index}\n`,
  ).join('')

test(`canonist add takes in ${LINES.toLocaleString('en')} lines with a heap of ${HEAP_MB} MB`, async () => {
  const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --max-semi-space-size=4` }
  const child = start(['add', '--json', '--quiet', '--db', join(path, 'long.db'), '-'], { env })
  const code = exitCode(child)
  const report = collectText(child.stdout)
  child.stderr.resume()
  child.stdin.on('error', () => undefined)
  for (let sent = 0; sent < LINES && child.exitCode === null; sent += 10_000) {
    if (!child.stdin.write(chunkOf(sent % 50_000))) await Promise.race([once(child.stdin, 'drain'), code])
  }
  child.stdin.end()
  assert.equal(await code, 0)
  assert.equal((JSON.parse(await report) as { seen: number }).seen, LINES)
})

async function collectText(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

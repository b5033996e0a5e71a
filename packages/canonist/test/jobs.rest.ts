import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'

const folder = temporaryFolder()

/** Lines of very different length and work, so that threads finish out of order. */
function list(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => {
    if (index % 1000 === 0) return `https://Example.com/${'y/../'.repeat(400)}${index}`
    if (index % 501 === 0) return `no url ${index}`
    return index % 7 === 0
      ? `HTTPS://example.com/${index}?utm_source=x&b=${index}&a=1#f`
      : `https://example.com/${index}`
  })
  return lines.join('\n')
}

const LIST = list(120_000)

const cases = [
  { jobs: '2', args: [] },
  { jobs: '5', args: [] },
  { jobs: '2', args: ['--key'] },
  { jobs: '2', args: ['--format', 'jsonl'] },
]

for (const { jobs, args } of cases) {
  test(`--jobs ${jobs} ${args.join(' ')} gives what one thread gives`, async () => {
    const file = folder.file('list.txt', LIST)
    const one = await canonist(['normalize', ...args, '--jobs', '1', file])
    const many = await canonist(['normalize', ...args, '--jobs', jobs, file])
    assert.ok(one.bytes.equals(many.bytes), 'the output differs')
    assert.deepEqual([many.code, many.stderr], [one.code, one.stderr])
    assert.equal(one.stdout.split('\n').length, 120_001)
  })
}

test('a policy file reaches the threads', async () => {
  const policy = folder.file('www.json', '{ "name": "www", "extends": "dedupe", "www": "strip" }')
  const file = folder.file('www.txt', 'https://www.example.com/a\n'.repeat(600_000))
  const { stdout } = await canonist(['normalize', '--jobs', '2', '--policy', policy, file])
  assert.ok(stdout === 'https://example.com/a\n'.repeat(600_000), 'the output differs')
})

test('threads that have nothing to do are not started', async () => {
  const measure = async (jobs: number): Promise<number> => {
    const before = performance.now()
    const { stdout } = await canonist(['normalize', '--jobs', String(jobs), 'https://example.com/'])
    assert.equal(stdout, 'https://example.com/\n')
    return performance.now() - before
  }
  const [one, many]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round += 1) {
    one.push(await measure(1))
    many.push(await measure(256))
  }
  // Starting 255 threads takes many times as long as the command itself.
  assert.ok(Math.min(...many) < 4 * Math.min(...one), `${many.join(' ')} ms, with one job ${one.join(' ')} ms`)
})

test('a long list of unknown length moves to the threads on its way, in order', async () => {
  const long = list(400_000)
  const file = folder.file('long.gz', gzipSync(long, { level: 1 }))
  const one = await canonist(['normalize', '--jobs', '1', file])
  const all = await canonist(['normalize', file])
  assert.ok(one.bytes.equals(all.bytes), 'the output differs')
  assert.equal(all.stderr, one.stderr)
})

const wrong = ['0', '-1', '1.5', 'many', '']
for (const jobs of wrong) {
  test(`--jobs ${JSON.stringify(jobs)} is a usage error`, async () => {
    const { code, stderr } = await canonist(['normalize', '--jobs', jobs, 'https://example.com/'])
    assert.equal(code, 2)
    assert.match(stderr, /^canonist: .*\n$/)
  })
}

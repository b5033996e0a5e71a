import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { canonist, temporaryFolder } from './support/command.ts'

const folder = temporaryFolder()
const lines = (from: number, to: number): string => {
  let text = ''
  for (let index = from; index < to; index += 1) text += `https://example.com/${index}/${(index * 7919) % 104_729}\n`
  return text
}
const FIRST = lines(0, 5000)
const SECOND = lines(5000, 9000)

const cases = [
  { why: 'gzip by name', name: 'a.gz', content: gzipSync(FIRST), becomes: FIRST },
  { why: 'zstd by name', name: 'a.zst', content: zstdCompressSync(FIRST), becomes: FIRST },
  { why: 'gzip by content', name: 'gz.txt', content: gzipSync(FIRST), becomes: FIRST },
  { why: 'zstd by content', name: 'zst.txt', content: zstdCompressSync(FIRST), becomes: FIRST },
  {
    why: 'gzip members in a row',
    name: 'two.gz',
    content: Buffer.concat([gzipSync(FIRST), gzipSync(SECOND)]),
    becomes: FIRST + SECOND,
  },
  {
    why: 'zstd frames in a row',
    name: 'two.zst',
    content: Buffer.concat([zstdCompressSync(FIRST), zstdCompressSync(SECOND), zstdCompressSync('')]),
    becomes: FIRST + SECOND,
  },
  {
    why: 'a member that ends inside a line',
    name: 'cut.gz',
    content: Buffer.concat([gzipSync('https://exam'), gzipSync('ple.com/\n')]),
    becomes: 'https://example.com/\n',
  },
  {
    why: 'a byte order mark inside',
    name: 'bom.gz',
    content: gzipSync('\uFEFFhttps://example.com/\n'),
    becomes: 'https://example.com/\n',
  },
]

for (const { why, name, content, becomes } of cases) {
  test(`${why}, as a file and through a pipe`, async () => {
    const file = folder.file(name, content)
    const [asFile, piped] = await Promise.all([
      canonist(['normalize', file]),
      canonist(['normalize', '-'], { stdin: content }),
    ])
    assert.deepEqual([asFile.stdout, asFile.stderr, asFile.code], [becomes, '', 0])
    assert.deepEqual([piped.stdout, piped.stderr, piped.code], [becomes, '', 0])
  })
}

const gz = gzipSync(FIRST)
const zst = zstdCompressSync(lines(0, 40_000))
const damaged = [
  { why: 'gzip that breaks off', name: 'short.gz', content: gz.subarray(0, gz.length >> 1), keeps: true },
  { why: 'zstd that breaks off', name: 'short.zst', content: zst.subarray(0, zst.length - 100), keeps: true },
  { why: 'text that is called .gz', name: 'text.gz', content: FIRST, keeps: false },
  { why: 'text that is called .zst', name: 'text.zst', content: FIRST, keeps: false },
  {
    why: 'rubbish behind a zstd frame',
    name: 'rubbish.zst',
    content: Buffer.concat([zst, Buffer.from('rubbish')]),
    keeps: true,
  },
]

for (const { why, name, content, keeps } of damaged) {
  test(`${why}: exit 3, the lines before the damage are out`, async () => {
    const { code, stdout, stderr } = await canonist(['normalize', folder.file(name, content)])
    assert.match(stderr, new RegExp(`^canonist: cannot read .*${name}: its (gzip|zstd) data is damaged .*\n$`))
    assert.equal(code, 3)
    assert.equal(stdout.length > 0, keeps)
    assert.ok(lines(0, 40_000).startsWith(stdout))
    assert.ok(stdout === '' || stdout.endsWith('\n'))
  })
}

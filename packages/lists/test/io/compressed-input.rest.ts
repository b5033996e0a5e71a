import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { crc32, gzipSync, zstdCompressSync } from 'node:zlib'
import { canonist, start, temporaryFolder } from '@canonist/test-support/command.ts'

const folder = temporaryFolder()
const lines = (from: number, to: number): string => {
  let text = ''
  for (let index = from; index < to; index += 1) text += `https://example.com/${index}/${(index * 7919) % 104_729}\n`
  return text
}
const FIRST = lines(0, 5000)
const SECOND = lines(5000, 9000)

/** The same member with all that a header may hold: an extra field, a name, a comment and a checksum. */
function named(member: Buffer): Buffer {
  const header = Buffer.from(member.subarray(0, 10))
  header[3] = 0x1e
  const fields = Buffer.from('\u0003\0abcname.txt\0a comment\0')
  const start = Buffer.concat([header, fields])
  const checksum = Buffer.alloc(2)
  checksum.writeUInt16LE(crc32(start) & 0xff_ff)
  return Buffer.concat([start, checksum, member.subarray(10)])
}

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
    why: 'gzip with a name, and zeros behind it',
    name: 'padded.gz',
    content: Buffer.concat([named(gzipSync(FIRST)), Buffer.alloc(1000)]),
    becomes: FIRST,
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
    assert.match(stderr, new RegExp(`^canonist: cannot read .*${name}: Its (gzip|zstd) data is damaged .*\n$`))
    assert.equal(code, 3)
    assert.equal(stdout.length > 0, keeps)
    assert.ok(lines(0, 40_000).startsWith(stdout))
    assert.ok(stdout === '' || stdout.endsWith('\n'))
  })
}

const [LONG_START, LONG_END] = [lines(0, 300_000), lines(300_000, 360_000)]
const LONG = LONG_START + LONG_END

function broken(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 0xff
  return copy
}

const member = gzipSync(LONG, { level: 1 })
const whole = [
  { why: 'a wrong checksum', content: broken(member, member.length - 8) },
  { why: 'a wrong length', content: broken(member, member.length - 4) },
  { why: 'no checksum', content: member.subarray(0, member.length - 8) },
  { why: 'half a second member', content: Buffer.concat([member, member.subarray(0, 5)]) },
]

for (const { why, content } of whole) {
  test(`gzip with ${why}: all its lines are out, exit 3`, async () => {
    const { code, stdout, stderr } = await canonist(['normalize', folder.file('whole.gz', content)])
    assert.ok(stdout === LONG, `${stdout.length} of ${LONG.length} characters are out`)
    assert.match(stderr, /^canonist: cannot read .*: Its gzip data is damaged .*\n$/)
    assert.equal(code, 3)
  })
}

for (const { why, trailing } of [
  { why: 'text', trailing: Buffer.from('garbage\n') },
  { why: 'text behind zeros', trailing: Buffer.concat([Buffer.alloc(512), Buffer.from('garbage\n')]) },
  { why: 'half a magic number', trailing: Buffer.from([0x1f, 0x8c]) },
]) {
  test(`${why} behind gzip, as a file and through a pipe: one warning, exit 1, all lines are out`, async () => {
    const content = Buffer.concat([gzipSync(FIRST), gzipSync(SECOND), trailing])
    const file = folder.file('trailing.gz', content)
    for (const ran of [await canonist(['normalize', file]), await canonist(['normalize', '-'], { stdin: content })]) {
      assert.equal(ran.stdout, FIRST + SECOND)
      assert.match(ran.stderr, /^canonist: .*: Data follows the end of the gzip stream, and was not read\. [^\n]*\n$/)
      assert.equal(ran.code, 1)
    }
    const { code, stdout } = await canonist(['add', '--db', ':memory:', '--json', file])
    assert.deepEqual([code, JSON.parse(stdout).seen], [1, 9000])
  })
}

const frames = Buffer.concat([zstdCompressSync(LONG_START), zstdCompressSync(LONG_END)])
const cut = [
  { name: 'cut.gz', content: member.subarray(0, member.length - 1000) },
  { name: 'cut.zst', content: frames.subarray(0, frames.length - 1000) },
]

for (const { name, content } of cut) {
  test(`${name}, which breaks off: many threads give the lines that one gives`, async () => {
    const file = folder.file(name, content)
    const [one, four] = [
      await canonist(['normalize', '--jobs', '1', file]),
      await canonist(['normalize', '--jobs', '4', file]),
    ]
    assert.ok(one.stdout.length > LONG_START.length)
    assert.ok(one.bytes.equals(four.bytes), `${four.bytes.length} of ${one.bytes.length} bytes are out`)
    assert.deepEqual([four.code, four.stderr], [3, one.stderr])
  })
}

test('frames and members that come in small pieces are all read', async () => {
  for (const compress of [gzipSync, zstdCompressSync]) {
    const content = Buffer.concat([FIRST, 'x:\n', SECOND, FIRST].map((text) => compress(text)))
    const child = start(['dedupe', '--quiet', '-'])
    child.stdin.on('error', () => undefined)
    const out: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    const ended = once(child, 'close')
    for (let at = 0; at < content.length; at += 700) {
      child.stdin.write(content.subarray(at, at + 700))
      await new Promise(setImmediate)
    }
    child.stdin.end()
    assert.deepEqual((await ended)[0], 1)
    assert.ok(Buffer.concat(out).toString() === FIRST + SECOND)
  }
})

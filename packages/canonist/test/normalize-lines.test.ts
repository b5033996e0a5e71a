import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'
import { computeKey } from '@canonist/test-support/key.ts'

const folder = temporaryFolder()
const A = 'https://example.com/a'
const B = 'https://example.com/b?x=1'

const cases = [
  { why: 'a normal line passes', input: `${A}\n`, becomes: `${A}\n` },
  { why: 'a line that changes', input: `HTTPS://Example.com/a#top\n`, becomes: `${A}\n` },
  {
    why: 'changed and unchanged lines keep their order',
    input: `${A}\nHTTPS://Example.com/a\n${B}\n`,
    becomes: `${A}\n${A}\n${B}\n`,
  },
  { why: 'the last line needs no newline', input: `${A}\n${B}`, becomes: `${A}\n${B}\n` },
  { why: 'nor where it changes', input: `${A}\n${B}#top`, becomes: `${A}\n${B}\n` },
  { why: 'an empty line stays empty and is no error', input: `${A}\n\n${B}\n\n`, becomes: `${A}\n\n${B}\n\n` },
  { why: 'an empty line at the start', input: `\n${A}\n`, becomes: `\n${A}\n` },
  { why: 'the CR of CRLF is not part of the URL', input: `${A}\r\n\r\n${B}\r\n`, becomes: `${A}\n\n${B}\n` },
  { why: 'a last line that ends in CR', input: `${A}\r`, becomes: `${A}\n` },
  { why: 'a byte order mark is dropped', input: `\uFEFF${A}\n${B}\n`, becomes: `${A}\n${B}\n` },
  { why: 'a byte order mark alone', input: '\uFEFF', becomes: '' },
  { why: 'nothing gives nothing', input: '', becomes: '' },
  {
    why: 'UTF-8 is decoded',
    input: 'https://example.com/é\nhttps://bücher.example/\n',
    becomes: 'https://example.com/%C3%A9\nhttps://xn--bcher-kva.example/\n',
  },
]

for (const { why, input, becomes } of cases) {
  test(`${JSON.stringify(input)} -> ${JSON.stringify(becomes)} (${why})`, async () => {
    const { code, stdout, stderr } = await canonist(['normalize'], { stdin: input })
    assert.equal(stdout, becomes)
    assert.equal(stderr, '')
    assert.equal(code, 0)
  })
}

test('an invalid line gives an empty line, a count with the first example, exit 1', async () => {
  const { code, stdout, stderr } = await canonist(['normalize'], { stdin: `${A}\nno url\n${B}\nmailto:a@b\n` })
  assert.equal(stdout, `${A}\n\n${B}\n\n`)
  assert.match(stderr, /^canonist: 2 invalid lines\. First: stdin:2: .*\(url\/no-scheme\)\n$/)
  assert.equal(code, 1)
})

test('where most invalid lines lack a scheme, the count says once how to add one', async () => {
  const hint =
    /^canonist: 2 invalid lines\. First: [^\n]* If these are hosts without https:\/\/, pass --default-scheme https\.\n$/
  const stdin = `e.com/a\ne.com/b\n${A}\n`
  assert.match((await canonist(['normalize'], { stdin })).stderr, hint)
  assert.match((await canonist(['normalize', '--jobs', '2'], { stdin })).stderr, hint)
  assert.match((await canonist(['dedupe'], { stdin })).stderr.replace(/^.*\n/, ''), hint)
  const table = await canonist(['normalize', '--input-format', 'csv', '--column', 'u'], { stdin: `u\n${stdin}` })
  assert.match(table.stderr, hint)
  assert.equal((await canonist(['normalize', '--default-scheme', 'https'], { stdin })).stderr, '')
})

test('--quiet leaves out the count, not the exit code', async () => {
  const { code, stderr } = await canonist(['normalize', '--quiet'], { stdin: 'no url\n' })
  assert.deepEqual([code, stderr], [1, ''])
})

test('arguments are URLs, files and stdin, in their order', async () => {
  const one = folder.file('one.txt', 'https://one.example')
  const two = folder.file('two.txt', 'https://two.example\nbad\n')
  const args = ['normalize', one, 'https://ARG.example/', '-', two]
  const { code, stdout, stderr } = await canonist(args, { stdin: 'https://stdin.example/#x\n' })
  assert.equal(stdout, 'https://one.example/\nhttps://arg.example/\nhttps://stdin.example/\nhttps://two.example/\n\n')
  assert.match(stderr, /two\.txt:2: /)
  assert.equal(code, 1)
})

const formats = [
  { why: 'text with the key', args: ['--key'], becomes: `${computeKey(A)}\t${A}\n\n\n` },
  {
    why: 'csv',
    args: ['--format', 'csv'],
    becomes: `input,url,error\nHTTPS://Example.com/a,${A},\n\n"a,""b",,url/no-scheme\n`,
  },
  {
    why: 'csv with the key',
    args: ['--format', 'csv', '--key'],
    becomes: `input,url,key,error\nHTTPS://Example.com/a,${A},${computeKey(A)},\n\n"a,""b",,,url/no-scheme\n`,
  },
  {
    why: 'tsv',
    args: ['--format', 'tsv'],
    becomes: `input\turl\terror\nHTTPS://Example.com/a\t${A}\t\n\na,"b\t\turl/no-scheme\n`,
  },
]

for (const { why, args, becomes } of formats) {
  test(`${args.join(' ')}: ${why}`, async () => {
    const { code, stdout } = await canonist(['normalize', ...args], { stdin: 'HTTPS://Example.com/a\n\na,"b\n' })
    assert.equal(stdout, becomes)
    assert.equal(code, 1)
  })
}

test('--format jsonl: input, url and key, or the error; an empty line stays empty', async () => {
  const { code, stdout } = await canonist(['normalize', '--format', 'jsonl'], {
    stdin: 'HTTPS://Example.com/é\n\nno url\n',
  })
  const [first = '', second, third = ''] = stdout.split('\n')
  const url = 'https://example.com/%C3%A9'
  assert.deepEqual(JSON.parse(first), { input: 'HTTPS://Example.com/é', url, key: computeKey(url) })
  assert.equal(second, '')
  const { input, error } = JSON.parse(third)
  assert.deepEqual([input, error.code, typeof error.message], ['no url', 'url/no-scheme', 'string'])
  assert.equal(code, 1)
})

test('--format tsv: a tab in the input is escaped, so that columns stay in place', async () => {
  const { stdout } = await canonist(['normalize', '--format', 'tsv'], { stdin: 'https://example.com/\ta\n' })
  assert.equal(stdout, `input\turl\terror\nhttps://example.com/\\ta\t${A}\t\n`)
})

test('--explain is jsonl with the changes', async () => {
  const { code, stdout } = await canonist(['normalize', '--explain', 'HTTPS://example.com/a'])
  const { url, changes } = JSON.parse(stdout)
  assert.equal(url, A)
  assert.deepEqual(changes, [{ rule: 'lowercase-scheme', tier: 'safe', before: 'HTTPS://example.com/a', after: A }])
  assert.equal(code, 0)
})

test('--policy takes a built-in or a file', async () => {
  const file = folder.file('strip.yaml', 'name: strip\nextends: dedupe\nwww: strip\n')
  const stdin = 'https://www.example.com/?b&a#x\n'
  const results = ['rfc3986', 'dedupe', file].map((policy) => canonist(['normalize', '--policy', policy], { stdin }))
  assert.deepEqual(
    (await Promise.all(results)).map(({ stdout }) => stdout),
    ['https://www.example.com/?b&a#x\n', 'https://www.example.com/?a&b\n', 'https://example.com/?a&b\n'],
  )
})

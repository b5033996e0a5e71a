import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'
import { computeKey } from '@canonist/test-support/key.ts'

const folder = temporaryFolder()
const A = 'https://e.com/a'

const tables = [
  {
    why: 'the column is rewritten in place',
    input: `id,link,note\n1,HTTPS://E.com/a,x\n`,
    becomes: `id,link,note\n1,${A},x\n`,
  },
  {
    why: 'an invalid value stays as it is',
    input: `id,link\n1,nope\n2,${A}\n`,
    becomes: `id,link\n1,nope\n2,${A}\n`,
    code: 1,
  },
  { why: 'an empty cell is no error', input: `id,link\n1,\n`, becomes: `id,link\n1,\n` },
  {
    why: 'values keep quotes, commas and newlines',
    input: `id,link,note\n1,${A},"a ""b"", c\nd"\n`,
    becomes: `id,link,note\n1,${A},"a ""b"", c\nd"\n`,
  },
  { why: 'spaces and numbers keep their spelling', input: `id,link\n 007 ,${A}\n`, becomes: `id,link\n 007 ,${A}\n` },
  { why: 'CRLF', input: `id,link\r\n1,HTTPS://E.com/a\r\n`, becomes: `id,link\n1,${A}\n` },
  {
    why: 'a byte order mark is not part of the header',
    input: `\uFEFFlink,id\nHTTPS://E.com/a,1\n`,
    becomes: `link,id\n${A},1\n`,
  },
  { why: 'an empty line stays', input: `id,link\n\n1,${A}\n`, becomes: `id,link\n\n1,${A}\n` },
  {
    why: 'a short row is an error and passes',
    input: `id,link\n1\n2,${A}\n`,
    becomes: `id,link\n1\n2,${A}\n`,
    code: 1,
  },
  { why: 'a long row passes', input: `id,link\n1,${A},more\n`, becomes: `id,link\n1,${A},more\n` },
  { why: 'a quote inside a bare cell', input: `id,link\n5" disk,${A}\n`, becomes: `id,link\n5" disk,${A}\n` },
  { why: 'no rows', input: `id,link\n`, becomes: `id,link\n` },
]

for (const { why, input, becomes, code = 0 } of tables) {
  test(`csv: ${why}`, async () => {
    const ran = await canonist(['normalize', '--format', 'csv', '--column', 'link'], { stdin: input })
    assert.equal(ran.stdout, becomes)
    assert.equal(ran.code, code)
  })
}

test('csv: bytes of other columns pass through, whatever their encoding', async () => {
  const stdin = Buffer.concat([
    Buffer.from('naïve,link\n'),
    Buffer.from([0xe9, 0x2c]),
    Buffer.from('https://E.com/é\n'),
    Buffer.from('x,'),
    Buffer.from([0xff, 0x0a]),
  ])
  const ran = await canonist(['normalize', '--format', 'csv', '--column', 'link'], { stdin })
  assert.deepEqual(
    ran.bytes,
    Buffer.concat([
      Buffer.from('naïve,link\n'),
      Buffer.from([0xe9, 0x2c]),
      Buffer.from('https://e.com/%C3%A9\nx,'),
      Buffer.from([0xff, 0x0a]),
    ]),
  )
  assert.match(ran.stderr, /line\/invalid-utf8/)
  assert.equal(ran.code, 1)
})

for (const newline of ['\n', '\r\n']) {
  test(`csv: the line of a rejection is that of the file, with ${JSON.stringify(newline)} in quotes, too`, async () => {
    const rows = ['note,link', `"a`, `b`, `c",${A}`, '', `"d`, `e",nope`, `x,${A}`]
    const ran = await canonist(['normalize', '--format', 'csv', '--column', 'link'], { stdin: rows.join(newline) })
    assert.match(ran.stderr, /First: stdin:6: /)
  })
}

test('csv --key appends a column, also to short and invalid rows', async () => {
  const stdin = `link,id\nHTTPS://E.com/a,1\nnope,2\n${A}\n`
  const ran = await canonist(['normalize', '--format', 'csv', '--column', 'link', '--key'], { stdin })
  assert.equal(ran.stdout, `link,id,key\n${A},1,${computeKey(A)}\nnope,2,\n${A},,${computeKey(A)}\n`)
})

test('tsv knows no quotes: cells pass through as they are, and a lone quote swallows no line', async () => {
  const stdin = `id\tlink\n1, 2\tHTTPS://E.com/a\n"open\t${A}\nsay "hi"\t${A}\n`
  const ran = await canonist(['normalize', '--format', 'tsv', '--column', 'link'], { stdin })
  assert.equal(ran.stdout, `id\tlink\n1, 2\t${A}\n"open\t${A}\nsay "hi"\t${A}\n`)
})

test('a column that is not there is a usage error that names those that are', async () => {
  const ran = await canonist(['normalize', '--format', 'csv', '--column', 'url'], { stdin: `id,link\n1,${A}\n` })
  assert.deepEqual(
    [ran.code, ran.stdout, ran.stderr],
    [2, '', 'canonist: stdin: It has no column url. Its columns are id, link. Name one of its columns.\n'],
  )
})

test('a name that several columns have is a usage error that names their numbers; a number is none', async () => {
  const stdin = `link,id,link\nnope,1,HTTPS://E.com/a\n`
  const says = "stdin: It has 2 columns link: #1, #3. Name one by its number: --column '#1'.\n"
  for (const command of [
    ['normalize'],
    ['dedupe'],
    ['add', '--db', ':memory:'],
    ['frontier', 'add', '--db', ':memory:'],
  ]) {
    const ran = await canonist([...command, '--input-format', 'csv', '--column', 'link'], { stdin })
    assert.deepEqual([ran.code, ran.stdout, ran.stderr], [2, '', `canonist: ${says}`])
  }
  const ran = await canonist(['normalize', '--input-format', 'csv', '--column', '#3'], { stdin })
  assert.deepEqual([ran.code, ran.stdout], [0, `link,id,link\nnope,1,${A}\n`])
  const added = await canonist(['add', '--db', ':memory:', '--json', '--input-format', 'csv', '--column', '#3'], {
    stdin,
  })
  assert.deepEqual([added.code, JSON.parse(added.stdout).new], [0, 1])
  const other = await canonist(['normalize', '--input-format', 'csv', '--column', 'id'], { stdin })
  assert.equal(other.code, 1)
})

test('tables of several files share one header', async () => {
  const one = folder.file('one.csv', `id,link\n1,${A}\n`)
  const two = folder.file('two.csv', `id,link\n2,${A}\n`)
  const other = folder.file('other.csv', `link,id\n${A},3\n`)
  const args = ['normalize', '--format', 'csv', '--column', 'link', one]
  assert.equal((await canonist([...args, two])).stdout, `id,link\n1,${A}\n2,${A}\n`)
  const ran = await canonist([...args, other])
  assert.equal(ran.code, 2)
  assert.match(ran.stderr, /other\.csv: Its columns differ/)
})

const BROKEN = `id,link\n1,HTTPS://E.com/a\n2,"never closed\n3,HTTPS://E.com/a\n`

for (const { flags, becomes } of [
  { flags: [], becomes: `id,link\n1,${A}\n3,${A}\n` },
  { flags: ['--jobs', '2'], becomes: `id,link\n1,${A}\n3,${A}\n` },
  { flags: ['--into', 'clean'], becomes: `id,link,clean,error\n1,HTTPS://E.com/a,${A},\n3,HTTPS://E.com/a,${A},\n` },
  { flags: ['--format', 'text'], becomes: `${A}\n\n${A}\n` },
  { flags: ['--format', 'tsv'], becomes: `id\tlink\n1\t${A}\n3\t${A}\n` },
]) {
  test(`a row with an open quote is left out, the rest is read: normalize ${flags.join(' ')}`, async () => {
    const ran = await canonist(['normalize', '--input-format', 'csv', '--column', 'link', ...flags], { stdin: BROKEN })
    assert.equal(ran.stdout, becomes)
    assert.equal(ran.code, 1)
    assert.match(ran.stderr, /A quote in the row is not closed/)
  })
}

test('a row with an open quote is a record with its error in JSON lines', async () => {
  const args = ['normalize', '--input-format', 'csv', '--column', 'link', '--format', 'jsonl']
  const ran = await canonist([...args, '--max-invalid', '1'], { stdin: BROKEN })
  const [, bad, last] = ran.stdout.split('\n')
  const { input, error } = JSON.parse(bad ?? '')
  assert.deepEqual([input, error.code, ran.code], ['2,"never closed', 'line/open-quote', 0])
  assert.equal(JSON.parse(last ?? '').id, '3')
})

test('bad rows in a long table: many threads write what one does, in order', async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) =>
    index % 1000 === 7 ? `${index},"open` : `${index},HTTPS://E.com/${index},"a, b"`,
  )
  const list = folder.file('broken.csv', `id,link,note\n${rows.join('\n')}\n`)
  const rejects = ['1', '2'].map((jobs) => folder.file(`rejects-${jobs}.jsonl`, ''))
  const runs = await Promise.all(
    ['1', '2'].map((jobs, index) =>
      canonist(['normalize', '--column', 'link', '--jobs', jobs, '--rejects', rejects[index] ?? '', list]),
    ),
  )
  const good = rows.filter((row) => !row.endsWith('"open')).map((row) => row.replace('HTTPS://E.com', 'https://e.com'))
  for (const ran of runs) assert.equal(ran.stdout, `id,link,note\n${good.join('\n')}\n`)
  const [one, two] = rejects.map((path) => readFileSync(path, 'utf8'))
  assert.equal(one, two)
  const found = one
    ?.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { line: number; input: string })
  assert.deepEqual(
    found?.map(({ line, input }) => [line, input]),
    Array.from({ length: 60 }, (_, index) => [index * 1000 + 9, `${index * 1000 + 7},"open`]),
  )
})

const records = [
  {
    why: 'other fields pass through',
    input: `{"id":1,"link":"HTTPS://E.com/a"}`,
    becomes: `{"id":1,"link":"${A}","input":"HTTPS://E.com/a","url":"${A}","key":"${computeKey(A)}"}`,
  },
  {
    why: 'large numbers and escapes keep their spelling',
    input: `{ "n": 12345678901234567890, "e": "\\u00e9", "o": {"a":[1.0,"},"]}, "link": "${A}" }`,
    becomes: `{"n": 12345678901234567890,"e": "\\u00e9","o": {"a":[1.0,"},"]},"link": "${A}","input":"${A}","url":"${A}","key":"${computeKey(A)}"}`,
  },
  {
    why: 'own fields of the added names stay: the URL of a page beside the link that is normalized',
    input: `{"key":7,"link":"${A}#x","url":"old","a":1}`,
    becomes: `{"key":7,"link":"${A}","url":"old","a":1,"input":"${A}#x"}`,
  },
  {
    why: 'own fields that nothing overwrites stay',
    input: `{"error":7,"link":"${A}","changes":[]}`,
    becomes: `{"error":7,"link":"${A}","changes":[],"input":"${A}","url":"${A}","key":"${computeKey(A)}"}`,
  },
  {
    why: 'a UTF-8 name',
    input: `{"é":"ü","link":"${A}"}`,
    becomes: `{"é":"ü","link":"${A}","input":"${A}","url":"${A}","key":"${computeKey(A)}"}`,
  },
]

for (const { why, input, becomes } of records) {
  test(`jsonl: ${why}`, async () => {
    const ran = await canonist(['normalize', '--format', 'jsonl', '--column', 'link'], { stdin: `${input}\n` })
    assert.equal(ran.stdout, `${becomes}\n`)
    assert.equal(ran.code, 0)
  })
}

for (const { why, flags, input, becomes } of [
  { why: '--into', flags: ['--into', 'id'], input: { id: 1, link: A }, becomes: { id: 1, link: A } },
  { why: '--key', flags: ['--key'], input: { key: 7, link: `${A}#x` }, becomes: { key: 7, link: `${A}#x` } },
]) {
  test(`jsonl: a record that has the field of ${why} is rejected, and keeps its own`, async () => {
    const args = ['normalize', '--format', 'jsonl', '--column', 'link', ...flags]
    const ran = await canonist(args, { stdin: `${JSON.stringify(input)}\n` })
    const { error, input: _, ...own } = JSON.parse(ran.stdout)
    assert.deepEqual([ran.code, own, error.code], [1, becomes, 'line/column-taken'])
  })
}

for (const { why, flags, input, becomes } of [
  {
    why: 'an error beside a valid URL stays',
    flags: ['--format', 'jsonl', '--into', 'clean'],
    input: { error: 7, link: A },
    becomes: `{"error":7,"link":"${A}","clean":"${A}"}`,
  },
  {
    why: 'text has no fields, so none is taken',
    flags: ['--format', 'text', '--key'],
    input: { key: 7, link: A },
    becomes: `${computeKey(A)}\t${A}`,
  },
]) {
  test(`jsonl: ${why}`, async () => {
    const args = ['normalize', '--input-format', 'jsonl', '--column', 'link', ...flags]
    const ran = await canonist(args, { stdin: `${JSON.stringify(input)}\n` })
    assert.deepEqual([ran.stdout, ran.code], [`${becomes}\n`, 0])
  })
}

test('jsonl: a line that is not a record keeps its text beside --into', async () => {
  const args = ['normalize', '--format', 'jsonl', '--column', 'link', '--into', 'clean']
  const { input, clean, error } = JSON.parse((await canonist(args, { stdin: 'not json\n' })).stdout)
  assert.deepEqual([input, clean, error.code], ['not json', null, 'line/invalid-json'])
})

test('jsonl: the error of an invalid URL replaces a field of that name', async () => {
  const args = ['normalize', '--format', 'jsonl', '--column', 'link']
  const ran = await canonist(args, { stdin: '{"error":7,"link":"nope"}\n' })
  assert.equal(JSON.parse(ran.stdout).error.code, 'url/no-scheme')
})

test('jsonl: what is refused says why, and an empty line stays', async () => {
  const stdin = `{"id":1,"link":"nope"}\n\n[1]\nnot json\n{"id":2}\n{"id":3,"link":null}\n{"id":4,"link":5}\n`
  const ran = await canonist(['normalize', '--format', 'jsonl', '--column', 'link'], { stdin })
  const lines = ran.stdout.trimEnd().split('\n')
  const codes = lines.map((line) => (line === '' ? '' : JSON.parse(line).error.code))
  assert.deepEqual(codes, [
    'url/no-scheme',
    '',
    'line/invalid-json',
    'line/invalid-json',
    'line/no-column',
    'line/no-column',
    'line/no-column',
  ])
  assert.equal(JSON.parse(lines[0] ?? '').id, 1)
  assert.equal(JSON.parse(lines[3] ?? '').input, 'not json')
  assert.equal(ran.code, 1)
})

test('jsonl: a refused record keeps its own url and key', async () => {
  const stdin = '{"url":"old","key":7,"link":"nope"}\n'
  const ran = await canonist(['normalize', '--format', 'jsonl', '--column', 'link'], { stdin })
  const { url, key, input, error } = JSON.parse(ran.stdout)
  assert.deepEqual([url, key, input, error.code], ['old', 7, 'nope', 'url/no-scheme'])
})

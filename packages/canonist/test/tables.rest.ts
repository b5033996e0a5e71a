import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'
import { computeKey } from '@canonist/test-support/key.ts'

const folder = temporaryFolder()
const A = 'https://e.com/a'
const RAW = 'HTTPS://E.com/a'

interface Case {
  readonly why: string
  readonly args: readonly string[]
  readonly input: string
  readonly becomes: string
  readonly code?: number
  readonly says?: RegExp
}

const cases: readonly Case[] = [
  {
    why: 'cells beyond the header stay behind the added ones',
    args: ['normalize', '--input-format', 'csv', '--column', 'url', '--into', 'clean'],
    input: `id,url\n1,${RAW},"x, y",z\n2,${RAW}\n3\n`,
    becomes: `id,url,clean,error\n1,${RAW},${A},,"x, y",z\n2,${RAW},${A},\n3,,,line/no-column\n`,
    code: 1,
  },
  {
    why: 'and when every cell is written again',
    args: ['normalize', '--input-format', 'csv', '--format', 'tsv', '--column', 'url', '--into', 'clean'],
    input: `id,url\n1,${RAW},x,z\n`,
    becomes: `id\turl\tclean\terror\n1\t${RAW}\t${A}\t\tx\tz\n`,
  },
  {
    why: 'two columns of one name are two members',
    args: ['normalize', '--input-format', 'csv', '--format', 'jsonl', '--column', '#2', '--into', 'clean'],
    input: `url,url,url_2\na,${RAW},b\n`,
    becomes: `{"url":"a","url_3":"${RAW}","url_2":"b","clean":"${A}"}\n`,
  },
  {
    why: 'a line break does not end a row of TSV',
    args: ['normalize', '--input-format', 'csv', '--format', 'tsv', '--column', 'url'],
    input: `url,note\n${RAW},"a\nb"\n`,
    becomes: `url\tnote\n${A}\ta\\nb\n`,
  },
  {
    why: 'a field of JSON lines by its number',
    args: ['normalize', '--input-format', 'jsonl', '--column', '#2', '--into', 'clean'],
    input: `{"id":1,"link":"${RAW}"}\n`,
    becomes: `{"id":1,"link":"${RAW}","clean":"${A}"}\n`,
  },
  {
    why: 'a column by its number',
    args: ['normalize', '--input-format', 'csv', '--column', '#2'],
    input: `id,link\n1,${RAW}\n`,
    becomes: `id,link\n1,${A}\n`,
  },
  {
    why: 'a column named like a number wins over the number',
    args: ['normalize', '--input-format', 'csv', '--column', '#1'],
    input: `id,#1\n1,${RAW}\n`,
    becomes: `id,#1\n1,${A}\n`,
  },
  {
    why: 'a table without a header',
    args: ['normalize', '--input-format', 'csv', '--no-header', '--column', '#1'],
    input: `${RAW},x\n${RAW},y\n`,
    becomes: `${A},x\n${A},y\n`,
  },
  {
    why: '--into keeps the original and adds the error',
    args: ['normalize', '--input-format', 'csv', '--column', 'link', '--into', 'clean'],
    input: `link,id\n${RAW},1\nnope,2\n,3\n${RAW}\n`,
    becomes: `link,id,clean,error\n${RAW},1,${A},\nnope,2,,url/no-scheme\n,3,,\n${RAW},,${A},\n`,
    code: 1,
  },
  {
    why: '--into and --key',
    args: ['normalize', '--input-format', 'tsv', '--column', 'link', '--into', 'clean', '--key'],
    input: `link\n${RAW}\n`,
    becomes: `link\tclean\tkey\terror\n${RAW}\t${A}\t${computeKey(A)}\t\n`,
  },
  {
    why: 'the delimiter is found, reported and kept',
    args: ['normalize', '--input-format', 'csv', '--column', 'link'],
    input: `id;link\n"1;2";${RAW}\n`,
    becomes: `id;link\n"1;2";${A}\n`,
    says: /^canonist: stdin: The cells are separated by ;\n$/,
  },
  {
    why: 'a given delimiter is not reported',
    args: ['normalize', '--input-format', 'csv', '--column', 'link', '--delimiter', 'tab'],
    input: `id\tlink\n"a\tb"\t${RAW}\n`,
    becomes: `id\tlink\n"a\tb"\t${A}\n`,
    says: /^$/,
  },
  {
    why: 'a URL with the delimiter is put in quotes',
    args: ['normalize', '--input-format', 'csv', '--column', 'link'],
    input: `id,link\n1,"HTTPS://E.com/a,b"\n2,"https://e.com/c,d"\n`,
    becomes: `id,link\n1,"https://e.com/a,b"\n2,"https://e.com/c,d"\n`,
  },
  {
    why: 'CSV to JSON lines',
    args: ['normalize', '--input-format', 'csv', '--format', 'jsonl', '--column', 'link', '--into', 'clean'],
    input: `id,link\n1,${RAW}\n2,nope\n`,
    becomes: `{"id":"1","link":"${RAW}","clean":"${A}"}\n{"id":"2","link":"nope","clean":null,"error":{"code":"url/no-scheme"`,
    code: 1,
  },
  {
    why: 'CSV to TSV: tabs cannot shift the columns',
    args: ['normalize', '--input-format', 'csv', '--format', 'tsv', '--column', 'link'],
    input: `id,link\n"a\tb",${RAW}\n`,
    becomes: `id\tlink\na\\tb\t${A}\n`,
  },
  {
    why: 'CSV to text',
    args: ['normalize', '--input-format', 'csv', '--format', 'text', '--column', 'link'],
    input: `id,link\n1,${RAW}\n2,nope\n3,\n`,
    becomes: `${A}\n\n\n`,
    code: 1,
  },
  {
    why: 'JSON lines to CSV: every field of every record is a column',
    args: ['normalize', '--input-format', 'jsonl', '--format', 'csv', '--column', 'link'],
    input: `{"id":1,"link":"${RAW}"}\n{"link":"${RAW}","note":"a, b","more":{"x":[1]}}\n`,
    becomes: `id,link,note,more\n1,${A},,\n,${A},"a, b","{""x"":[1]}"\n`,
  },
  {
    why: 'a field within a field',
    args: ['normalize', '--input-format', 'jsonl', '--column', 'link.href', '--into', 'clean'],
    input: `{"link":{"href":"${RAW}"}}\n`,
    becomes: `{"link":{"href":"${RAW}"},"clean":"${A}"}\n`,
  },
  {
    why: 'a field within a field is replaced, and everything else keeps its spelling',
    args: ['normalize', '--input-format', 'jsonl', '--column', 'link.href'],
    input: `{"n":1.0,"link": {"href": "${RAW}", "e":"\\u00e9"}}\n`,
    becomes: `{"n":1.0,"link": {"href": "${A}","e":"\\u00e9"},"input":"${RAW}","url":"${A}","key":"${computeKey(A)}"}\n`,
  },
  {
    why: 'an item of an array is replaced',
    args: ['normalize', '--input-format', 'jsonl', '--column', 'links.1.href'],
    input: `{"links":[1,{"href":"${RAW}"}]}\n`,
    becomes: `{"links":[1,{"href":"${A}"}],"input":"${RAW}","url":"${A}","key":"${computeKey(A)}"}\n`,
  },
  {
    why: 'a field whose name has a dot wins over a path',
    args: ['normalize', '--input-format', 'jsonl', '--column', 'link.href', '--into', 'clean'],
    input: `{"link.href":"${RAW}","link":{"href":"nope"}}\n`,
    becomes: `{"link.href":"${RAW}","link":{"href":"nope"},"clean":"${A}"}\n`,
  },
  {
    why: 'relative URLs are resolved against --base',
    args: ['normalize', '--base', 'https://e.com/x/y'],
    input: `../a\n//f.com/b?q#f\nhttps://g.com/\n?q=1\n\n`,
    becomes: `${A}\nhttps://f.com/b?q\nhttps://g.com/\nhttps://e.com/x/y?q=1\n\n`,
  },
  {
    why: '--default-scheme',
    args: ['normalize', '--default-scheme', 'https'],
    input: `e.com/a\n//e.com/a\n`,
    becomes: `${A}\n${A}\n`,
  },
  {
    why: 'dedupe keeps the first row of every URL',
    args: ['dedupe', '--quiet', '--input-format', 'csv', '--column', 'link'],
    input: `id,link\n1,${RAW}\n2,${A}\r\n3,nope\n4,https://e.com/b\n5,${A}`,
    becomes: `id,link\n1,${A}\n4,https://e.com/b\n`,
    code: 1,
  },
  {
    why: 'dedupe --groups of a table',
    args: ['dedupe', '--quiet', '--groups', '--input-format', 'csv', '--column', 'link'],
    input: `id,link\n1,${RAW}\n2,${A}\n3,${RAW}\n`,
    becomes: `{"url":"${A}","key":"${computeKey(A)}","count":3,"members":["${RAW}","${A}"]}\n`,
  },
  {
    why: 'dedupe from JSON lines to CSV',
    args: ['dedupe', '--quiet', '--input-format', 'jsonl', '--format', 'csv', '--column', 'link'],
    input: `{"link":"${RAW}"}\n{"link":"${A}","n":1}\n`,
    becomes: `link,n\n${A},\n`,
  },
]

for (const { why, args, input, becomes, code = 0, says } of cases) {
  test(`tables: ${why}`, async () => {
    const ran = await canonist(args, { stdin: input })
    assert.equal(ran.stdout.slice(0, becomes.length + 200).startsWith(becomes), true, `${ran.stdout}\n${ran.stderr}`)
    if (becomes.endsWith('\n')) assert.equal(ran.stdout, becomes)
    assert.equal(ran.code, code, ran.stderr)
    if (says !== undefined) assert.match(ran.stderr, says)
  })
}

test('the format is that of the files, if a column is named', async () => {
  const table = folder.file('links.csv', `id,link\n1,${RAW}\n`)
  const records = folder.file('links.ndjson', `{"link":"${RAW}"}\n`)
  assert.equal((await canonist(['normalize', '--column', 'link', table])).stdout, `id,link\n1,${A}\n`)
  assert.match((await canonist(['normalize', '--column', 'link', records])).stdout, /^\{"link":"https/)
  const mixed = await canonist(['normalize', '--column', 'link', table, records])
  assert.equal(mixed.code, 2)
})

test('many threads write what one thread writes', async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => {
    const note = index % 7 === 0 ? `"a ""${index}"", b\nc"` : `note ${index}`
    const url = index % 5 === 0 ? `HTTPS://E.com/${index}?b=2&a=1` : `https://e.com/${index}?utm_source=x`
    return `${index},${note},${index % 11 === 0 ? 'nope' : url}`
  })
  const table = folder.file('large.csv', `id,note,link\r\n${rows.join('\r\n')}`)
  const rejects = folder.file('rejects.jsonl', '')
  const run = (jobs: string): ReturnType<typeof canonist> =>
    canonist(['normalize', '--column', 'link', '--into', 'clean', '--jobs', jobs, '--rejects', rejects, table])
  const [one, two] = [await run('1'), await run('2')]
  assert.equal(one.stdout, two.stdout)
  assert.equal(one.stderr, two.stderr)
  assert.match(one.stderr, /5,455 invalid lines. First: .*large\.csv:2: /)
})

const CSV = ['--input-format', 'csv', '--column', 'url']
folder.file('a.csv', 'url\n')
folder.file('b.ndjson', '{}\n')
folder.file('list', 'url\n')

const refused = [
  { args: ['normalize', '--into', 'x'], says: /--into needs an input with columns/ },
  { args: ['normalize', '--column', 'x'], says: /--column needs an input with columns/ },
  { args: ['normalize', '--delimiter', ';'], says: /--delimiter is for CSV/ },
  { args: ['normalize', '--delimiter', 'é', '--input-format', 'csv'], says: /one ASCII character/ },
  { args: ['normalize', '--input-format', 'csv', '--column', 'a', '--into', ''], says: /--into.*the name of a column/ },
  { args: ['dedupe', '--memory', '1kB'], says: /from 1MB to 1000GB, such as 5MB or 1GB/ },
  { args: ['normalize', '--no-header'], says: /--no-header is for tables/ },
  { args: ['normalize', '--no-header', '--input-format', 'csv', '--column', 'link'], says: /by its number/ },
  { args: ['normalize', '--base', 'nope'], says: /--base/ },
  { args: ['normalize', ...CSV, '--into', 'error'], says: /--into error: Canonist writes a column of that name/ },
  { args: ['normalize', ...CSV, '--into', 'key', '--key'], says: /--into key: Canonist writes a column of that name/ },
  { args: ['normalize', ...CSV, '--format', 'text', '--into', 'x'], says: /--into adds a column, and text has none/ },
  { args: ['dedupe', ...CSV, '--groups', '--into', 'x'], says: /Leave out --into/ },
  { args: ['normalize', '-o', 'out.csv.gz', '-'], says: /out\.csv\.gz: the output is not compressed/ },
  { args: ['normalize', ...CSV, '-o', 'out.parquet'], says: /the output is csv\. Add --format parquet/ },
  { args: ['dedupe', '-o', 'out.jsonl', '-'], says: /the output is text\. Add --format jsonl/ },
  {
    args: ['normalize', '--column', 'url', 'a.csv', 'b.ndjson'],
    says: /b\.ndjson: its format differs from that of a\.csv/,
  },
]

for (const { args, says } of refused) {
  test(`canonist ${args.join(' ')} is a usage error`, async () => {
    const ran = await canonist(args, { stdin: '', cwd: folder.path })
    assert.deepEqual([ran.code, ran.stdout], [2, ''])
    assert.match(ran.stderr, says)
  })
}

for (const command of ['normalize', 'dedupe']) {
  test(`${command}: a row that is longer than the header is reported, because an unquoted URL may be cut there`, async () => {
    const stdin = `url\n${A}?b=1\n${A}?b=1,2\n${A}?b=1,3\n`
    const { stderr } = await canonist([command, '--input-format', 'csv', '--column', 'url'], { stdin })
    assert.match(
      stderr,
      /^canonist: stdin:3: The row has 2 cells, the header 1\. Put quotes around a URL that contains a comma\.\n/,
    )
  })
}

const accepted = [
  { why: 'a list is a table with one column', args: ['normalize', '-o', 'out.csv', '-'] },
  { why: 'CSV may be delimited by tabs', args: ['normalize', ...CSV, '--delimiter', 'tab', '-o', 'out.tsv', 'a.csv'] },
  { why: 'no other column is called key', args: ['normalize', ...CSV, '--into', 'key', 'a.csv'] },
  { why: 'the name list shows no format', args: ['normalize', '--format', 'csv', '--column', 'url', 'a.csv', 'list'] },
]

for (const { why, args } of accepted) {
  test(`canonist ${args.join(' ')} is accepted (${why})`, async () => {
    const { code, stderr } = await canonist(args, { cwd: folder.path })
    assert.deepEqual([code, stderr], [0, ''])
  })
}

test('--quiet does not report a row that is longer than the header', async () => {
  const ran = await canonist(['normalize', '--quiet', ...CSV], { stdin: `url\n${A}?b=1,2\n` })
  assert.deepEqual([ran.code, ran.stderr], [0, ''])
})

const taken = [
  { flags: ['--into', 'id'], says: /It has a column id already\. Give another name with --into\./ },
  { flags: ['--key'], says: /It has a column key already\. Rename it, or leave out --key\./ },
]

test('--format jsonl refuses the names of cells after the header, and of repeated columns', async () => {
  const args = ['normalize', '--input-format', 'csv', '--column', 'url', '--format', 'jsonl', '--into']
  for (const into of ['column3', 'x_2']) {
    const refused = await canonist([...args, into], { stdin: `url,x,x\n${A},1,2\n` })
    assert.deepEqual([refused.code, refused.stdout], [2, ''])
  }
})

test('--no-header --format jsonl refuses the names that columns without a name get', async () => {
  const args = ['normalize', '--input-format', 'csv', '--no-header', '--column', '#1', '--into', 'column2']
  const refused = await canonist([...args, '--format', 'jsonl'], { stdin: `${A},x\n` })
  assert.deepEqual([refused.code, refused.stdout], [2, ''])
  assert.match(refused.stderr, /columns without a name are called column1/)
  const accepted = await canonist([...args, '--format', 'csv'], { stdin: `${A},x\n` })
  assert.deepEqual([accepted.code, accepted.stdout], [0, `${A},x,${A},\n`])
})

for (const { flags, says } of taken) {
  for (const format of ['csv', 'tsv', 'jsonl']) {
    test(`${flags.join(' ')} --format ${format} refuses the name of a column that is there`, async () => {
      const stdin = `id,link,key\n1,${A},x\n`
      const args = ['normalize', '--input-format', 'csv', '--column', 'link', '--format', format, ...flags]
      const ran = await canonist(args, { stdin })
      assert.deepEqual([ran.code, ran.stdout], [2, ''])
      assert.match(ran.stderr, says)
    })
  }
}

test('a table with a column error is written as JSON lines, where an error replaces it', async () => {
  const args = ['normalize', '--input-format', 'csv', '--column', 'link', '--format', 'jsonl', '--into', 'clean']
  const { stdout } = await canonist(args, { stdin: `link,error\n${A},mine\nnope,mine\n` })
  const [valid, invalid] = stdout.split('\n').map((line) => (line === '' ? null : JSON.parse(line).error))
  assert.deepEqual([valid, invalid.code], ['mine', 'url/no-scheme'])
})

test('dedupe --groups --key accepts a column key, because groups have no other columns', async () => {
  for (const [format, stdin] of [
    ['csv', `link,key\n${A},x\n`],
    ['jsonl', `{"link":"${A}","key":"x"}\n`],
  ] as const) {
    const args = ['dedupe', '--groups', '--key', '--column', 'link', '--input-format', format]
    const ran = await canonist(args, { stdin })
    assert.deepEqual([ran.code, JSON.parse(ran.stdout).members], [0, [A]])
  }
})

test('a table that is read as lines gives a hint, and one that is named text does not', async () => {
  const table = folder.file('plain.csv', `id,url\n1,${A}\n`)
  const list = folder.file('plain.txt', `nope\n`)
  for (const command of ['normalize', 'dedupe']) {
    const { stderr } = await canonist([command, table])
    assert.match(
      stderr,
      /2 invalid lines\. First: .*plain\.csv:1: .*\) This looks like a table\. Pass --column NAME\.\n$/,
    )
    assert.doesNotMatch((await canonist([command, list])).stderr, /looks like a table/)
    assert.doesNotMatch((await canonist([command, '--column', 'url', table])).stderr, /looks like a table/)
  }
})

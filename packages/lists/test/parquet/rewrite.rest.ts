import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { normalize, urlKey } from '@canonist/core'
import { parquetMetadata, type SchemaElement } from 'hyparquet'
import { openInputFile } from '../../src/io/input.ts'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import {
  dedupeAll,
  normalizeAll,
  pipe,
  readParquetRows,
  writeParquetFile,
} from '@canonist/test-support/parquet-lists.ts'

// Parquet into Parquet: the column of URLs is rewritten, all others keep their values, their types and their bytes.

const folder = temporaryFolder()
const RAW = (id: number): string => `HTTPS://E.com:443/${id}?utm_source=x&b=2&a=1`

/** 300 rows: of every ten, one is null, one is not a URL, one is empty; every URL comes twice. */
const COUNT = 300
const urls = Array.from({ length: COUNT }, (_, row) => {
  if (row % 10 === 3) return null
  if (row % 10 === 5) return `nope ${row}`
  return row % 10 === 7 ? '' : RAW(row % 150)
})
const clean: (string | null)[] = urls.map((url) =>
  url === null || url === '' || url.startsWith('nope') ? null : normalize(url),
)
const replaced = urls.map((url, row) => clean[row] ?? url)
const firsts = [...clean.keys()].filter((row) => clean[row] !== null && clean.indexOf(clean[row] ?? '') === row)

const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
})

const SCHEMA: SchemaElement[] = [
  { name: 'root', num_children: 8 },
  { name: 'id', type: 'INT64', repetition_type: 'REQUIRED' },
  text('url'),
  {
    name: 'small',
    type: 'INT32',
    converted_type: 'UINT_8',
    repetition_type: 'OPTIONAL',
  },
  { name: 'day', type: 'INT32', converted_type: 'DATE', repetition_type: 'OPTIONAL' },
  { name: 'link', repetition_type: 'OPTIONAL', num_children: 2 },
  text('href'),
  text('title'),
  { name: 'tags', repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  text('element'),
  { name: 'flag', type: 'BOOLEAN', repetition_type: 'OPTIONAL' },
  { name: 'bytes', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
]

const rows = Array.from({ length: COUNT }, (_, row) => ({
  id: BigInt(row),
  url: urls[row] ?? null,
  small: row % 4 === 0 ? null : row % 256,
  day: new Date(Date.UTC(2025, 0, 1 + row)),
  link: row % 6 === 0 ? null : { href: urls[row] ?? null, title: `t${row % 3}` },
  tags: row % 5 === 0 ? null : Array.from({ length: row % 4 }, (__, tag) => `tag${tag}`),
  flag: row % 7 === 0 ? null : row % 2 === 0,
  bytes: new Uint8Array([255, row % 256, 0]),
}))

type Row = (typeof rows)[number]
type WriteOptions = NonNullable<Parameters<typeof writeParquetFile>[1]>

function write(options: WriteOptions = {}): Uint8Array {
  const names = ['id', 'url', 'small', 'day', 'link', 'tags', 'flag', 'bytes'] as const
  const columns = names.map((name) => ({ name, data: rows.map((row: Row) => row[name]) }))
  return writeParquetFile(columns, { schema: SCHEMA, rowGroupSize: 100, ...options })
}

const read = async (bytes: Uint8Array): Promise<Record<string, unknown>[]> => readParquetRows(bytes)

/** Without the columns that change. */
function strip(all: readonly Record<string, unknown>[], ...names: readonly string[]): unknown[] {
  return all.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))))
}

const files: readonly (readonly [what: string, options: WriteOptions])[] = [
  ['Snappy', {}],
  ['gzip', { codec: 'GZIP' }],
  ['zstd', { codec: 'ZSTD' }],
  ['Brotli', { codec: 'BROTLI' }],
  ['no compression', { codec: 'UNCOMPRESSED' }],
  ['many small pages', { pageSize: 200 }],
  ['one row group', { rowGroupSize: 1000 }],
]

for (const [what, options] of files) {
  const bytes = write(options)

  test(`${what}: the column is replaced, and the others are as they were`, async () => {
    const [before, ran] = [
      await read(bytes),
      await normalizeAll([pipe(bytes)], { format: 'parquet', inputFormat: 'parquet' }),
    ]
    const after = await read(ran.bytes)
    assert.deepEqual(
      after.map((row) => row['url'] ?? null),
      replaced,
    )
    assert.deepEqual(strip(after, 'url'), strip(before, 'url'))
    assert.deepEqual([ran.report.lines, ran.report.rejected], [COUNT, COUNT / 10])
    assert.deepEqual(parquetMetadata(ran.bytes).schema, parquetMetadata(bytes).schema)
  })

  test(`${what}: dedupe keeps the first row of every URL, whole`, async () => {
    const [before, ran] = [
      await read(bytes),
      await dedupeAll([pipe(bytes)], { format: 'parquet', inputFormat: 'parquet' }),
    ]
    const after = await read(ran.bytes)
    assert.deepEqual(
      after.map((row) => row['url']),
      firsts.map((row) => clean[row]),
    )
    assert.deepEqual(
      strip(after, 'url'),
      strip(
        firsts.map((row) => before[row] ?? {}),
        'url',
      ),
    )
    const { lines, unique, accepted, rejected } = ran.report
    assert.deepEqual(
      [lines, unique, accepted, rejected],
      [COUNT, firsts.length, clean.filter((url) => url !== null).length, 30],
    )
  })
}

test('--into adds columns after the others, and the original stays', async () => {
  const bytes = write({ pageSize: 300 })
  const options = { format: 'parquet', inputFormat: 'parquet', into: 'clean', withKey: true } as const
  const after = await read((await normalizeAll([pipe(bytes)], options)).bytes)
  assert.deepEqual(strip(after, 'clean', 'key', 'error'), await read(bytes))
  assert.deepEqual(Object.keys(after[0] ?? {}).slice(-3), ['clean', 'key', 'error'])
  assert.deepEqual(
    after.map((row) => row['clean'] ?? null),
    clean,
  )
  assert.deepEqual(
    after.map((row) => row['key'] ?? null),
    clean.map((url) => (url === null ? null : urlKey(url))),
  )
  assert.deepEqual(
    after.map((row) => row['error'] ?? null),
    urls.map((url) => (url?.startsWith('nope') === true ? 'url/no-scheme' : null)),
  )
})

test('dedupe within a limit of memory gives the same rows', async () => {
  const options = { format: 'parquet', inputFormat: 'parquet' } as const
  const all = await dedupeAll([pipe(write()), pipe(write({ codec: 'ZSTD' }))], options)
  // Too small for any URL, so that all of them go to files.
  const memory = { bytes: 1024, temp: folder.path }
  const some = await dedupeAll([pipe(write()), pipe(write({ codec: 'ZSTD' }))], { ...options, memory })
  assert.deepEqual(some.bytes, all.bytes)
  assert.deepEqual(some.report, all.report)
})

test('dedupe --into', async () => {
  const options = { format: 'parquet', inputFormat: 'parquet', into: 'clean' } as const
  const after = await read((await dedupeAll([pipe(write())], options)).bytes)
  assert.deepEqual(
    after.map((row) => [row['url'], row['clean'], row['error'] ?? null]),
    firsts.map((row) => [urls[row], clean[row], null]),
  )
})

test('a field within a field is found by its path', async () => {
  const bytes = write({ pageSize: 300 })
  const options = { format: 'parquet', inputFormat: 'parquet', column: 'link.href' } as const
  const [before, ran] = [await read(bytes), await normalizeAll([pipe(bytes)], options)]
  const after = await read(ran.bytes)
  assert.deepEqual(strip(after, 'link'), strip(before, 'link'))
  assert.deepEqual(
    after.map((row) => row['link'] ?? null),
    rows.map(({ link }, row) => (link === null ? null : { href: replaced[row] ?? null, title: link.title })),
  )
})

const values = [
  { href: RAW(1), n: [1] },
  { href: 'nope' },
  null,
  {},
  'text',
  { href: 5 },
  { href: RAW(1) },
  { href: null },
]
const json = writeParquetFile([{ name: 'link', data: values, type: 'JSON' }])
const cleanUrl = normalize(RAW(1))

test('a path leads into a column of JSON', async () => {
  const options = { format: 'parquet', inputFormat: 'parquet', column: 'link.href' } as const
  const { bytes, rejected } = await normalizeAll([pipe(json)], options)
  assert.deepEqual(
    (await read(bytes)).map((row) => row['link']),
    values.with(0, { href: cleanUrl, n: [1] }).with(6, { href: cleanUrl }),
  )
  assert.deepEqual(
    rejected.map(({ line, code }) => [line, code]),
    [
      [2, 'url/no-scheme'],
      [4, 'line/no-column'],
      [5, 'line/no-column'],
      [6, 'line/no-column'],
    ],
  )
  const unique = await dedupeAll([pipe(json)], options)
  assert.deepEqual(await read(unique.bytes), [{ link: { href: cleanUrl, n: [1] } }])
  const text = await normalizeAll([pipe(json)], { ...options, format: 'text' })
  assert.deepEqual([text.text, text.report.rejected], [`${cleanUrl}\n\n\n\n\n\n${cleanUrl}\n\n`, 4])
})

test('a column of JSON may hold the URLs themselves', async () => {
  const bytes = writeParquetFile([{ name: 'url', data: [RAW(1), { a: 1 }], type: 'JSON' }])
  const ran = await normalizeAll([pipe(bytes)], { format: 'parquet', inputFormat: 'parquet' })
  assert.deepEqual(await read(ran.bytes), [{ url: cleanUrl }, { url: { a: 1 } }])
})

test('a column by its number', async () => {
  const ran = await normalizeAll([pipe(write())], { format: 'parquet', inputFormat: 'parquet', column: '#2' })
  assert.equal((await read(ran.bytes))[0]?.['url'], clean[0])
})

test('rejected rows come with their numbers', async () => {
  const { rejected, report } = await normalizeAll([pipe(write())], { format: 'parquet', inputFormat: 'parquet' })
  assert.deepEqual(rejected.map(({ line, input, source }) => [line, input, source]).slice(0, 2), [
    [6, 'nope 5', 'stdin'],
    [16, 'nope 15', 'stdin'],
  ])
  assert.deepEqual([rejected.length, rejected.at(-1)?.line, report.first?.line], [30, 296, 6])
})

test('several files of the same columns become one; the numbers of rows begin anew', async () => {
  const file = folder.file('a.parquet', write())
  const inputs = [await openInputFile(file, { mayBeBinary: true }), pipe(write({ codec: 'ZSTD' }), 'second')]
  const ran = await normalizeAll(inputs, { format: 'parquet', inputFormat: 'parquet' })
  assert.deepEqual(
    (await read(ran.bytes)).map((row) => row['url'] ?? null),
    [...replaced, ...replaced],
  )
  assert.deepEqual([ran.rejected[0]?.source, ran.rejected[30]?.source, ran.rejected[30]?.line], [file, 'second', 6])
  const once = await dedupeAll([pipe(write()), pipe(write())], { format: 'parquet', inputFormat: 'parquet' })
  assert.equal((await read(once.bytes)).length, firsts.length)
})

test('a compressed file is read through a temporary one', async () => {
  for (const [name, bytes] of [
    ['b.parquet.gz', gzipSync(write())],
    ['b.parquet.zst', zstdCompressSync(write())],
  ] as const) {
    const input = await openInputFile(folder.file(name, bytes), { mayBeBinary: true })
    const ran = await normalizeAll([input], { format: 'parquet', inputFormat: 'parquet' })
    assert.deepEqual(
      (await read(ran.bytes)).map((row) => row['url'] ?? null),
      replaced,
    )
  }
})

test('bytes that are no UTF-8 are rejected, and stay', async () => {
  const bytes = new Uint8Array([...Buffer.from('https://e.com/'), 0xff])
  const file = writeParquetFile([{ name: 'url', data: [bytes], type: 'BYTE_ARRAY' }])
  const ran = await normalizeAll([pipe(file)], { format: 'parquet', inputFormat: 'parquet' })
  assert.deepEqual(
    ran.rejected.map(({ code }) => code),
    ['line/invalid-utf8'],
  )
  const again = await normalizeAll([pipe(ran.bytes)], { format: 'parquet', inputFormat: 'parquet' })
  assert.deepEqual(again.bytes, ran.bytes)
})

test('a file without rows stays one', async () => {
  const file = writeParquetFile([{ name: 'url', data: [], type: 'STRING' }])
  for (const run of [normalizeAll, dedupeAll]) {
    const ran = await run([pipe(file)], { format: 'parquet', inputFormat: 'parquet', into: 'clean' })
    const { schema, num_rows: count } = parquetMetadata(ran.bytes)
    assert.deepEqual([schema.map(({ name }) => name), count], [['root', 'url', 'clean', 'error'], 0n])
  }
})

const other = (name: string, data: unknown[], type: 'INT64' | 'STRING' = 'STRING'): Uint8Array =>
  writeParquetFile([{ name, data, type }])

const faults: readonly (readonly [what: string, bytes: Uint8Array, column: string, says: RegExp])[] = [
  [
    'the column is missing: names the nearest',
    other('link', ['x']),
    'lnik',
    /no column lnik\. Its columns are link\. Did you mean link\?$/,
  ],
  ['the column is a number', other('url', [1n], 'INT64'), 'url', /column url is INT64, not text\./],
  ['the column holds lists', write(), 'tags.list.element', /column tags\.list\.element holds lists\./],
  [
    'the column is a list: suggests no column that is refused',
    write(),
    'tags',
    /: Its column tags holds lists\. Unnest it/,
  ],
  [
    'the column is missing: suggests no column that is refused',
    write(),
    'idd',
    /no column idd\. Its columns are id, url, .*tags\.list\.element, flag, bytes\. Name one of its columns\.$/,
  ],
  [
    'the column is a group: names what is in it',
    write(),
    'link',
    /no column link\. Its columns are link\.href, link\.title\./,
  ],
  ['the end is missing', write().subarray(0, -20), 'url', /stdin: Its Parquet data is damaged \(it has no footer/],
  ['it is another file', Buffer.from('id,url\n1,https://e.com/\n'), 'url', /It is not a Parquet file\./],
  ['it is empty', new Uint8Array(), 'url', /It is not a Parquet file\./],
  [
    'the column is compressed with LZ4',
    write({ codec: 'LZ4_RAW' }),
    'url',
    /column url is compressed with LZ4_RAW\. Write it with zstd/,
  ],
]

for (const [what, bytes, column, says] of faults) {
  test(`refused: ${what}`, async () => {
    await assert.rejects(normalizeAll([pipe(bytes)], { format: 'parquet', inputFormat: 'parquet', column }), says)
  })
}

test('refused: a new column has the name of an old one; other columns than the file before', async () => {
  const options = { format: 'parquet', inputFormat: 'parquet' } as const
  await assert.rejects(normalizeAll([pipe(write())], { ...options, into: 'day' }), /has a column day already/)
  await assert.rejects(
    normalizeAll([pipe(write()), pipe(other('url', ['https://e.com/']))], options),
    /columns differ from those of the previous file/,
  )
})

test('damage in any byte is an error that says so, or leaves rows that can be read', async () => {
  const bytes = write({ pageSize: 500, rowGroupSize: 300 })
  const runs = [
    () => normalizeAll([pipe(bytes)], { format: 'jsonl', inputFormat: 'parquet' }),
    () => normalizeAll([pipe(bytes)], { format: 'parquet', inputFormat: 'parquet', into: 'clean' }),
    () => dedupeAll([pipe(bytes)], { format: 'parquet', inputFormat: 'parquet' }),
  ]
  for (let at = 0; at < bytes.length; at += 41) {
    const byte = bytes[at] ?? 0
    bytes[at] = byte ^ (at % 2 === 0 ? 0x55 : 0xff)
    await runs[at % runs.length]?.().catch((error: unknown) => {
      assert.match(String(error), /^IoError: cannot read stdin: /, `byte ${at}`)
    })
    bytes[at] = byte
  }
})

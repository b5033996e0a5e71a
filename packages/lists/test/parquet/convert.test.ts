import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlKey } from '@canonist/core'
import type { SchemaElement } from 'hyparquet'
import {
  dedupeAll,
  lines,
  normalizeAll,
  pipe,
  readParquetRows,
  writeParquetFile,
} from '@canonist/test-support/parquet-lists.ts'

// Parquet into text, JSON lines, CSV and TSV, and back.

const RAW = 'HTTPS://E.com/a'
const A = 'https://e.com/a'
const file = writeParquetFile([
  { name: 'id', data: [1n, 2n, 3n, 4n], type: 'INT64' },
  { name: 'url', data: [RAW, 'nope', null, RAW], type: 'STRING' },
  { name: 'note', data: ['a, b', 'ü', null, ''], type: 'STRING' },
])
const parquet = { inputFormat: 'parquet' } as const

test('into text: one line for each row', async () => {
  const ran = await normalizeAll([pipe(file)], { ...parquet, format: 'text' })
  assert.deepEqual([ran.text, ran.report.rejected], [`${A}\n\n\n${A}\n`, 1])
})

test('into CSV: null is empty', async () => {
  const ran = await normalizeAll([pipe(file)], { ...parquet, format: 'csv', into: 'clean' })
  const rows = [`1,${RAW},"a, b",${A},`, `2,nope,ü,,url/no-scheme`, '3,,,,', `4,${RAW},,${A},`]
  assert.equal(ran.text, `id,url,note,clean,error\n${rows.join('\n')}\n`)
})

test('into TSV', async () => {
  const ran = await dedupeAll([pipe(file)], { ...parquet, format: 'tsv' })
  assert.equal(ran.text, `id\turl\tnote\n1\t${A}\ta, b\n`)
})

test('into JSON lines: a row without a URL stays as it is', async () => {
  const ran = await normalizeAll([pipe(file)], { ...parquet, format: 'jsonl', into: 'clean' })
  const [first, second, third] = ran.text.split('\n')
  assert.equal(first, `{"id":1,"url":"${RAW}","note":"a, b","clean":"${A}"}`)
  assert.match(second ?? '', /^\{"id":2,"url":"nope","note":"ü","clean":null,"error":\{"code":"url\/no-scheme"/)
  assert.equal(third, '{"id":3,"url":null,"note":null}')
})

test('groups', async () => {
  const ran = await dedupeAll([pipe(file)], { ...parquet, format: 'jsonl', groups: true })
  assert.equal(ran.text, `{"url":"${A}","key":"${urlKey(A)}","count":2,"members":["${RAW}"]}\n`)
})

test('several files with other columns: a table has the columns of all', async () => {
  const other = writeParquetFile([
    { name: 'url', data: [RAW], type: 'STRING' },
    { name: 'more', data: [true], type: 'BOOLEAN' },
  ])
  const ran = await normalizeAll([pipe(file), pipe(other)], { ...parquet, format: 'csv' })
  assert.deepEqual(ran.text.split('\n').slice(0, 2), ['id,url,note,more', `1,${A},"a, b",`])
  assert.equal(ran.text.split('\n')[5], `,${A},,true`)
})

type Value = readonly [what: string, element: Omit<SchemaElement, 'name'>, value: unknown, json: string]

const DECIMAL = { converted_type: 'DECIMAL', scale: 2, precision: 9 } as const
const values: readonly Value[] = [
  ['64 bits', { type: 'INT64' }, 9_007_199_254_740_993n, '9007199254740993'],
  ['unsigned', { type: 'INT64', converted_type: 'UINT_64' }, 18_446_744_073_709_551_615n, '18446744073709551615'],
  ['a decimal keeps its digits', { type: 'INT64', ...DECIMAL }, 1230n, '12.30'],
  ['a small negative decimal', { type: 'INT64', ...DECIMAL }, -5n, '-0.05'],
  ['a date', { type: 'INT32', converted_type: 'DATE' }, new Date(Date.UTC(1969, 11, 31)), '"1969-12-31"'],
  ['milliseconds', { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }, new Date(-1), '"1969-12-31T23:59:59.999Z"'],
  ['a number', { type: 'DOUBLE' }, 0.1, '0.1'],
  ['no number', { type: 'DOUBLE' }, Number.NaN, 'null'],
  ['a truth value', { type: 'BOOLEAN' }, false, 'false'],
  ['JSON', { type: 'BYTE_ARRAY', converted_type: 'JSON' }, { a: [1] }, '{"a":[1]}'],
  ['text without a type', { type: 'BYTE_ARRAY' }, Buffer.from('ü'), '"ü"'],
  ['bytes', { type: 'BYTE_ARRAY' }, new Uint8Array([255, 0]), '"/wA="'],
  [
    'a UUID',
    { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } },
    '00112233-4455-6677-8899-aabbccddeeff',
    '"00112233-4455-6677-8899-aabbccddeeff"',
  ],
]

for (const [what, element, value, json] of values) {
  test(`a value in JSON: ${what} is ${json}`, async () => {
    const schema: SchemaElement[] = [
      { name: 'root', num_children: 2 },
      { name: 'url', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
      { name: 'value', repetition_type: 'OPTIONAL', ...element },
    ]
    const bytes = writeParquetFile(
      [
        { name: 'url', data: [A] },
        { name: 'value', data: [value] },
      ],
      { schema },
    )
    const ran = await normalizeAll([pipe(bytes)], { ...parquet, format: 'jsonl', into: 'clean' })
    assert.equal(ran.text, `{"url":"${A}","value":${json},"clean":"${A}"}\n`)
  })
}

const BYTES = Buffer.concat([Buffer.from('https://e.com/'), Buffer.from([0xe9])])
const badBytes = writeParquetFile([
  { name: 'url', data: [BYTES, Buffer.from(RAW), BYTES], type: 'BYTE_ARRAY' },
  { name: 'note', data: ['a', 'b', 'c'], type: 'STRING' },
])
const BASE = { ...parquet, base: 'https://b.com/' } as const

test('a URL that is not UTF-8 is rejected, not read as Base64; the other columns stay', async () => {
  const base64 = BYTES.toString('base64')
  const csv = await normalizeAll([pipe(badBytes)], { ...BASE, format: 'csv', into: 'clean' })
  const error = 'line/invalid-utf8'
  assert.equal(csv.text, `url,note,clean,error\n${base64},a,,${error}\n${RAW},b,${A},\n${base64},c,,${error}\n`)
  const stored = await normalizeAll([pipe(badBytes)], { ...BASE, format: 'parquet' })
  for (const { report, rejected } of [csv, stored]) {
    assert.deepEqual([report.lines, report.rejected], [3, 2])
    assert.deepEqual(
      rejected.map(({ line, code }) => [line, code]),
      [
        [1, error],
        [3, error],
      ],
    )
  }
})

for (const format of ['text', 'jsonl', 'csv'] as const) {
  test(`a URL that is not UTF-8 gives no URL: dedupe to ${format}`, async () => {
    const ran = await dedupeAll([pipe(badBytes)], { ...BASE, format })
    assert.deepEqual([ran.report.unique, ran.report.rejected, ran.text.includes('b.com')], [1, 2, false])
  })
}

const intoParquet = { format: 'parquet' } as const

test('text into Parquet', async () => {
  const ran = await normalizeAll([lines(`${RAW}\n\nnope\n`)], { ...intoParquet, inputFormat: 'text', withKey: true })
  assert.deepEqual(
    await readParquetRows(ran.bytes),
    [
      { input: RAW, url: A, key: urlKey(A), error: undefined },
      { input: undefined, url: undefined, key: undefined, error: undefined },
      { input: 'nope', url: undefined, key: undefined, error: 'url/no-scheme' },
    ].map(nullify),
  )
})

/** The reader gives null for what is missing in an optional column. */
function nullify(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? null]))
}

const csvs: readonly (readonly [what: string, text: string])[] = [
  ['commas', `id,url,note\n1,${RAW},"a, b"\n2,nope,"x\ny"\n3,,\n`],
  ['semicolons', `id;url;note\n1;${RAW};"a, b"\n2;nope;"x\ny"\n3;;\n`],
]

for (const [what, text] of csvs) {
  test(`CSV into Parquet: ${what}`, async () => {
    const ran = await normalizeAll([lines(text)], { ...intoParquet, inputFormat: 'csv', into: 'clean' })
    assert.deepEqual(await readParquetRows(ran.bytes), [
      { id: '1', url: RAW, note: 'a, b', clean: A, error: null },
      { id: '2', url: 'nope', note: 'x\ny', clean: null, error: 'url/no-scheme' },
      { id: '3', url: null, note: null, clean: null, error: null },
    ])
  })
}

test('a table without a header into Parquet', async () => {
  const ran = await dedupeAll([lines(`1\t${RAW}\n2\t${A}\n`)], {
    ...intoParquet,
    inputFormat: 'tsv',
    hasHeader: false,
    column: '#2',
  })
  assert.deepEqual(await readParquetRows(ran.bytes), [{ column1: '1', column2: A }])
})

test('JSON lines into Parquet: a column has the type of its values', async () => {
  const records = [
    { url: RAW, n: 1, x: 1, ok: true, deep: { a: [1] }, mixed: 1, none: null },
    { url: RAW, n: 2, x: 1.5, ok: false, deep: [2], mixed: 'b', more: 'ü' },
  ]
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
  const ran = await normalizeAll([lines(text)], { ...intoParquet, inputFormat: 'jsonl' })
  assert.deepEqual(await readParquetRows(ran.bytes), [
    { url: A, n: 1n, x: 1, ok: true, deep: { a: [1] }, mixed: '1', none: null, more: null },
    { url: A, n: 2n, x: 1.5, ok: false, deep: [2], mixed: 'b', none: null, more: 'ü' },
  ])
})

const LARGE = '18446744073709551615'
const numbers: readonly (readonly [what: string, values: readonly string[], stored: readonly unknown[]])[] = [
  ['whole numbers in any spelling', ['1.0', '1e3', '-0'], [1n, 1000n, 0n]],
  ['64 bits', ['1234567890123456789', '1'], [1_234_567_890_123_456_789n, 1n]],
  [
    'the smallest and largest of 64 bits',
    [String(-(2n ** 63n)), String(2n ** 63n - 1n)],
    [-(2n ** 63n), 2n ** 63n - 1n],
  ],
  ['more than 64 bits, as text', ['1', LARGE], ['1', LARGE]],
  ['64 bits and a fraction, as text', ['1234567890123456789', '0.5'], ['1234567890123456789', '0.5']],
  ['large powers', ['1e300', '0.5'], [1e300, 0.5]],
  ['too large a power, as text', ['1e400', '1'], ['1e400', '1']],
]

for (const [what, values, stored] of numbers) {
  test(`JSON lines into Parquet: ${what}`, async () => {
    const text = values.map((value) => `{"n":0,"url":"${A}","n":${value}}\n`).join('')
    const ran = await normalizeAll([lines(text)], { ...intoParquet, inputFormat: 'jsonl' })
    const rows = await readParquetRows(ran.bytes)
    assert.deepEqual(
      rows.map(({ n }) => n),
      stored,
    )
  })
}

test('JSON lines into Parquet: null does not change the type of a column', async () => {
  const records = [
    { url: A, i: 1, x: 0.5, ok: true, deep: [1], text: 'a' },
    { url: A, i: null, x: null, ok: null, deep: null, text: null },
    { url: A, i: 3, x: 1, ok: false, deep: {}, text: 'b' },
  ]
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
  const ran = await normalizeAll([lines(text)], { ...intoParquet, inputFormat: 'jsonl' })
  assert.deepEqual(await readParquetRows(ran.bytes), [
    { url: A, i: 1n, x: 0.5, ok: true, deep: [1], text: 'a' },
    { url: A, i: null, x: null, ok: null, deep: null, text: null },
    { url: A, i: 3n, x: 1, ok: false, deep: {}, text: 'b' },
  ])
})

const TEXTS = ['', '"', '""', '"a", b', '\n', 'null', null]

test('JSON lines into Parquet: an empty text stays one, and so does any with quotes', async () => {
  const records = [...TEXTS.map((text) => ({ text, url: A, mixed: '1' })), { text: '', url: '', mixed: '' }]
  const text = `${records.map((record) => JSON.stringify(record)).join('\n')}\n{"url":"${A}","mixed":1}\n`
  const ran = await normalizeAll([lines(text)], { ...intoParquet, inputFormat: 'jsonl' })
  assert.deepEqual(await readParquetRows(ran.bytes), [...records, { text: null, url: A, mixed: '1' }])
})

test('JSON lines into Parquet and back: numbers and fields of a structure stay as they are', async () => {
  const deep = '{"id":1234567890123456789,"__proto__":{"x":1},"far":[1e400,-1E+999],"text":"1e400"}'
  const stored = await normalizeAll([lines(`{"url":"${A}","deep":${deep}}\n`)], {
    ...intoParquet,
    inputFormat: 'jsonl',
  })
  const ran = await normalizeAll([pipe(stored.bytes)], { ...parquet, format: 'jsonl', into: 'clean' })
  assert.equal(ran.text, `{"url":"${A}","deep":${deep},"clean":"${A}"}\n`)
})

const nest = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

for (const format of ['parquet', 'jsonl', 'csv', 'text'] as const) {
  test(`JSON lines with a value that is nested too deep are rejected, not a failure: ${format}`, async () => {
    const text = [nest(999), nest(1000), nest(100_000), `"${nest(100_000)}"`].map(
      (deep) => `{"url":"${A}","deep":${deep}}\n`,
    )
    const options = { format, inputFormat: 'jsonl' } as const
    const found: unknown[] = []
    for (const column of ['url', 'deep']) {
      const { report, rejected } = await normalizeAll([lines(text.join(''))], { ...options, column })
      found.push(
        report.lines,
        rejected.map(({ line, code }) => `${line} ${code}`),
      )
    }
    const tooDeep = ['2 line/too-deep', '3 line/too-deep']
    assert.deepEqual(found, [4, tooDeep, 4, ['1 line/no-column', ...tooDeep, '4 url/no-scheme']])
  })
}

test('JSON in Parquet that is nested too deep is written as text', async () => {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: 1 },
    { name: 'url', type: 'BYTE_ARRAY', logical_type: { type: 'JSON' }, repetition_type: 'REQUIRED' },
  ]
  const deep = nest(10_000)
  const bytes = writeParquetFile([{ name: 'url', data: [Buffer.from(deep)] }], { schema })
  const ran = await normalizeAll([pipe(bytes)], { ...parquet, format: 'csv', column: 'url.href' })
  assert.deepEqual([ran.text, ran.report.rejected], [`url\n${deep}\n`, 1])
})

test('JSON lines into Parquet: a line of almost 1 MiB that is longer as CSV', async () => {
  const many = Array<string>(170_000).fill('"')
  const text = [many, ['y']].map((deep) => `${JSON.stringify({ url: RAW, deep })}\n`).join('')
  const ran = await normalizeAll([lines(text)], { ...intoParquet, inputFormat: 'jsonl' })
  assert.deepEqual(await readParquetRows(ran.bytes), [
    { url: A, deep: many },
    { url: A, deep: ['y'] },
  ])
})

test('two columns of one name get two names', async () => {
  const ran = await normalizeAll([lines(`url,a,a\n${RAW},1,2\n`)], { ...intoParquet, inputFormat: 'csv' })
  assert.deepEqual(await readParquetRows(ran.bytes), [{ url: A, a: '1', a_2: '2' }])
})

test('refused: a row with more cells than the header', async () => {
  const options = { ...intoParquet, inputFormat: 'csv' } as const
  await assert.rejects(normalizeAll([lines(`url,a\n${A},1,2\n`)], options), /line 2 has 3 cells, but the table has 2/)
})

test('a job that fails while rows are written fails the whole', async () => {
  await assert.rejects(
    normalizeAll([lines('id,link\n1,x\n')], { ...intoParquet, inputFormat: 'csv', column: 'lnik' }),
    /Did you mean link\?/,
  )
})

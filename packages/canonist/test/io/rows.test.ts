import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { createMemorySource, type ByteSource } from '../../src/io/byte-source.ts'
import { readRows } from '../../src/io/csv-rows.ts'
import { CSV, detectDelimiter, TSV, type TableDialect } from '../../src/io/table-dialect.ts'

const SEMICOLON: TableDialect = { delimiter: ';', hasQuotes: true }

/** Gives so many bytes at a time. */
function createSlowSource(bytes: Uint8Array, size: number): ByteSource {
  const source = createMemorySource(bytes)
  return { fill: (target, at) => source.fill(target.subarray(0, at + size), at), consumed: () => source.consumed() }
}

async function read(text: string, dialect: TableDialect, size = 1_000_000): Promise<[string[], number][]> {
  const rows: [string[], number][] = []
  const source = createSlowSource(Buffer.from(text, 'latin1'), size)
  await readRows(
    source,
    { name: 'table', dialect },
    (cells, line) => void rows.push([cells, line]),
    async () => undefined,
  )
  return rows
}

const rows = [
  {
    why: 'plain cells',
    text: 'a,b\n1,2\n',
    gives: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  { why: 'no newline at the end', text: 'a,b', gives: [['a', 'b']] },
  {
    why: 'empty cells',
    text: ',\na,\n',
    gives: [
      ['', ''],
      ['a', ''],
    ],
  },
  { why: 'an empty line is a row with one empty cell', text: 'a\n\nb\n', gives: [['a'], [''], ['b']] },
  {
    why: 'CRLF, also in quotes',
    text: 'a,b\r\n"x\r\ny",2\r\n',
    gives: [
      ['a', 'b'],
      ['x\r\ny', '2'],
    ],
  },
  { why: 'a lone CR belongs to the cell', text: 'a\rb,c\r', gives: [['a\rb', 'c\r']] },
  { why: 'quotes, delimiters and newlines in quotes', text: '"a ""b"", c\nd",e\n', gives: [['a "b", c\nd', 'e']] },
  { why: 'a quote inside a bare cell', text: '5" disk,x "y"\n', gives: [['5" disk', 'x "y"']] },
  { why: 'text after a closing quote', text: '"a"b,c\n', gives: [['"a"b', 'c']] },
  { why: 'an empty cell in quotes', text: '"",""\n', gives: [['', '']] },
]

for (const { why, text, gives } of rows) {
  test(`rows of CSV: ${why}`, async () => {
    for (const size of [1, 3, 1_000_000]) {
      const found = await read(text, CSV, size)
      assert.deepEqual(
        found.map(([cells]) => cells),
        gives,
      )
    }
  })
}

test('tab-separated values know no quotes', async () => {
  assert.deepEqual(await read('"a\tb\n"\t"\n', TSV), [
    [['"a', 'b'], 1],
    [['"', '"'], 2],
  ])
})

test('rows are numbered by the lines of the file', async () => {
  const found = await read('a\n"b\nb"\nc\n"d\n\nd"\ne\n', CSV, 4)
  assert.deepEqual(
    found.map(([, line]) => line),
    [1, 2, 4, 5, 8],
  )
})

const faults = [
  { text: 'a,b\n1,"open\n2,3\n', says: /line 2 has a quote that is never closed/ },
  { text: `a\n"x\ny"\n"${'z'.repeat(1_100_000)}`, says: /line 4 is longer than 1 MiB\. .*a quote in it is not closed/ },
  {
    text: `a\n${'z'.repeat(1_100_000)}\n`,
    says: /line 2 is longer than 1 MiB\. Shorten or remove it, and run again\.$/,
  },
  { text: `a\n${'z'.repeat(1_100_000)}`, says: /line 2 is longer than 1 MiB\. Shorten or remove it, and run again\.$/ },
  { text: `a\n"x\n",${'5" '.repeat(400_000)}\n`, says: /line 2 is longer than 1 MiB\. .*a quote in it is not closed/ },
  {
    text: `a\n${'5" '.repeat(400_000)}\n`,
    says: /line 2 is longer than 1 MiB\. Shorten or remove it, and run again\.$/,
  },
]

for (const { text, says } of faults) {
  test(`a bad row is named: ${String(says)}`, async () => {
    await assert.rejects(read(text, CSV, 65_536), (error: Error) => says.test(error.message))
  })
}

const piece = fc.constantFrom('a', '"', '""', ',', ';', '\n', '\r\n', '\r', ' ', 'é', '')

/** What csv-parse finds; null if it refuses the text. */
function parseWithLibrary(text: string, { delimiter, hasQuotes }: TableDialect): string[][] | null {
  try {
    return parse(text, {
      delimiter,
      quote: hasQuotes ? '"' : false,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      relax_quotes: true,
    })
  } catch {
    return null
  }
}

test('random tables have the cells that csv-parse finds', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 24 }),
      fc.constantFrom(CSV, SEMICOLON, TSV),
      fc.integer({ min: 1, max: 9 }),
      async (pieces, dialect, size) => {
        const text = pieces.join('')
        const expected = parseWithLibrary(text, dialect)
        const found = await read(text, dialect, size).catch(() => null)
        compared += expected === null ? 0 : 1
        assert.deepEqual(found?.map(([cells]) => cells) ?? null, expected)
      },
    ),
    { numRuns: 4000 },
  )
  assert.ok(compared > 2000, `only ${compared} of the tables are valid`)
})

const headers = [
  { text: 'a,b,c\n1;2;3;4', gives: ',' },
  { text: 'a;b;c\r\n1,2', gives: ';' },
  { text: 'a\tb', gives: '\t' },
  { text: 'a|b', gives: '|' },
  { text: '"x;y;z",b', gives: ',' },
  { text: 'link', gives: ',' },
  { text: 'first, second, third;link', column: 'link', gives: ';' },
  { text: 'a,b,c|"my ""link"""', column: 'my "link"', gives: '|' },
]

for (const { text, column, gives } of headers) {
  test(`the delimiter of ${JSON.stringify(text)}${column === undefined ? '' : ` for ${column}`}`, () => {
    assert.equal(detectDelimiter(text, column), gives)
  })
}

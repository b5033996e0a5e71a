import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { createMemorySource, createStreamSource, type ByteSource } from '../../src/io/byte-source.ts'
import { readRows } from '../../src/io/csv-rows.ts'
import { CSV, detectDelimiter, TSV, type TableDialect } from '../../src/io/table-dialect.ts'
import { countRuns, runs } from '@canonist/test-support/runs.ts'

const SEMICOLON: TableDialect = { delimiter: ';', hasQuotes: true }

/** Gives so many bytes at a time. */
function createSlowSource(bytes: Uint8Array, size: number): ByteSource {
  const source = createMemorySource(bytes)
  return { fill: (target, at) => source.fill(target.subarray(0, at + size), at), consumed: () => source.consumed() }
}

type Found = readonly [cells: string[], line: number]

/** The rows of a table, and its bad rows by their lines. */
async function readAll(
  text: string,
  dialect: TableDialect,
  { source = createMemorySource(Buffer.from(text, 'latin1')), hasHeader = true, maxRowBytes }: ReadOptions = {},
): Promise<{ readonly rows: Found[]; readonly bad: BadRow[] }> {
  const rows: Found[] = []
  const bad: BadRow[] = []
  await readRows(
    source,
    { name: 'table', dialect, hasHeader, maxRowBytes },
    {
      row: (cells, line) => void rows.push([cells, line]),
      bad: ({ code, input, message }, line) => {
        const lines = /Its ([\d,]+) lines/.exec(message)?.[1]?.replaceAll(',', '') ?? '1'
        bad.push({ code, input, line, lines: Number(lines) })
      },
      flush: () => Promise.resolve(),
    },
  )
  return { rows, bad }
}

interface ReadOptions {
  readonly source?: ByteSource
  readonly hasHeader?: boolean
  readonly maxRowBytes?: number
}

interface BadRow {
  readonly code: string
  readonly input: string
  readonly line: number
  readonly lines: number
}

async function read(text: string, dialect: TableDialect, size = 1_000_000): Promise<Found[]> {
  const { rows } = await readAll(text, dialect, { source: createSlowSource(Buffer.from(text, 'latin1'), size) })
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

const LONG = 'z'.repeat(1_100_000)
const MANY_LINES = `"${'line, with a comma\n'.repeat(55_000)}"`

/** Each bad row as `line+lines code`, and the first cell of each good row. */
const badRows = [
  { why: 'a quote that is open to the end', text: 'a,b\n1,"x\n2,y\n3,z\n', bad: ['2+1 open-quote'], good: 'a 2 3' },
  { why: 'in the last line', text: 'a,b\n1,x\n2,"y', bad: ['3+1 open-quote'], good: 'a 1' },
  { why: 'in the first column', text: 'a,b\n"1,x\n2,y\n', bad: ['2+1 open-quote'], good: 'a 2' },
  { why: 'up to the quote of a later row', text: 'a,b\n1,"x\n2,"y"\n3,z\n', bad: ['2+1 open-quote'], good: 'a 2 3' },
  { why: 'before a cell of two lines', text: 'a,b\n1,"x\n2,"y\ny"\n3,z\n', bad: ['2+1 open-quote'], good: 'a 2 3' },
  { why: 'before an empty cell in quotes', text: 'a,b\n1,"x\n2,""\n3,"z"\n', bad: ['2+1 open-quote'], good: 'a 2 3' },
  {
    why: 'before a cell in quotes that begins with the delimiter',
    text: 'a,b\n1,"x\n2,",y"\n3,z\n',
    bad: ['2+1 open-quote'],
    good: 'a 2 3',
  },
  {
    why: 'a cell of several lines before one with a quote inside',
    text: 'a,b,c\n1,"x\ny",5" disk\n2,y,z\n',
    bad: [],
    good: 'a 1 2',
  },
  { why: 'CRLF', text: 'a,b\r\n1,"x\r\n2,"y"\r\n3,z', bad: ['2+1 open-quote'], good: 'a 2 3' },
  {
    why: 'lines of another width belong to the bad row',
    text: 'a,b\n1,"x\n\ntext\n2,y\n',
    bad: ['2+3 open-quote'],
    good: 'a 2',
  },
  {
    why: 'several bad rows',
    text: 'a,b\n1,"x\n2,y\n3,"x\n4,y',
    bad: ['2+1 open-quote', '4+1 open-quote'],
    good: 'a 2 4',
  },
  {
    why: 'only bad rows',
    text: 'a,b\n1,"x\n2,"y\n3,"z\n',
    bad: ['2+1', '3+1', '4+1'].map((at) => `${at} open-quote`),
    good: 'a',
  },
  { why: 'a single column', text: 'a\n"1\n2\n3\n', bad: ['2+1 open-quote'], good: 'a 2 3' },
  {
    why: 'rows that are wider than the header',
    text: 'a,b\n1,x,\n2,"y,\n3,z,\n',
    bad: ['3+1 open-quote'],
    good: 'a 1 3',
  },
  {
    why: 'no header',
    text: '1,"x\n2,y\n3,"z\n4,"v\nw"\n',
    hasHeader: false,
    bad: ['1+1 open-quote', '3+1 open-quote'],
    good: '2 4',
  },
  { why: 'a long row', text: `a,b\n1,${LONG}\n2\n3,y\n`, bad: ['2+1 row-too-long'], good: 'a 2 3' },
  { why: 'a long row at the end', text: `a,b\n1,${LONG}`, bad: ['2+1 row-too-long'], good: 'a' },
  { why: 'a long cell in quotes', text: `a,b\n1,"${LONG}"\n2,y\n`, bad: ['2+1 row-too-long'], good: 'a 2' },
  {
    why: 'a long row of several lines',
    text: `a,b\n"1\n",${LONG}\n2,y\n`,
    bad: ['2+1 row-too-long', '3+1 row-too-long'],
    good: 'a 2',
  },
  { why: 'a long cell of many lines', text: `a,b\n1,${MANY_LINES}\n`, bad: [], good: 'a 1' },
  {
    why: 'a longer one',
    text: `a,b,c\n1,${MANY_LINES.repeat(2).replaceAll('""', '')},\n2,y,z\n`,
    bad: ['2+110000 open-quote', '110002+1 open-quote'],
    good: 'a 2',
  },
  {
    why: 'a quote that is not doubled, in a cell of several lines',
    text: 'a,b,c\n1,"x\nsay "hi" y",\n2,,\n',
    bad: [],
    good: 'a 1 2',
  },
  { why: 'spaces after a closing quote', text: 'a,b\n1,"x\ny,z"  \n2,\n', bad: [], good: 'a 1 2' },
  { why: 'TSV knows no quotes', text: 'a\tb\n1\t"x\n2\ty\n', dialect: TSV, bad: [], good: 'a 1 2' },
]

for (const { why, text, dialect = CSV, hasHeader, bad, good } of badRows) {
  test(`bad rows are left out: ${why}`, async () => {
    const found = await readAll(text, dialect, { ...(hasHeader !== undefined && { hasHeader }) })
    assert.deepEqual(
      found.bad.map(({ line, lines, code }) => `${line}+${lines} ${code.replace('line/', '')}`),
      bad,
    )
    assert.equal(found.rows.map(([[first = '']]) => first.trim()).join(' '), good)
  })
}

test('in a hostile table, after a thousand lines that are no rows, only rows of one line are found', async () => {
  const broken = `1,"x\n${'text\n'.repeat(600)}`
  const found = await readAll(`a,b\n${broken}2,"y\ny"\n${broken}3,"y\ny"\n4,z\n5,"y\ny"\n`, CSV)
  assert.deepEqual(
    found.bad.map(({ line, lines }) => [line, lines]),
    [
      [2, 601],
      [605, 601],
      [1206, 2],
    ],
  )
  assert.deepEqual(
    found.rows.map(([, line]) => line),
    [1, 603, 1208, 1209],
  )
})

test('a bad row is shown with all of its lines, a long one by its beginning', async () => {
  const found = await readAll(`a,b\n1,"é\nx\n2,y\n3,${LONG}\n`, CSV)
  assert.deepEqual(
    found.bad.map(({ input }) => input),
    ['1,"�\nx', `3,${LONG}`.slice(0, 200)],
  )
})

for (const text of ['a,"b\n1,2\n', `a,${LONG}\n1,2\n`]) {
  test(`a header that cannot be read is an error: ${text.slice(0, 12)}`, async () => {
    await assert.rejects(read(text, CSV, 65_536), { code: 'io/bad-row', message: /table: Its header in line 1 / })
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
        const source = createSlowSource(Buffer.from(text, 'latin1'), size)
        const { rows: found, bad } = await readAll(text, dialect, { source, hasHeader: false })
        // The library does not look whether a quote that it takes for a closing one opens the cell of another row.
        if (bad.length > 0) return assert.ok(expected === null || expected.flat().some((cell) => cell.includes('\n')))
        compared += expected === null ? 0 : 1
        assert.deepEqual(
          found.map(([cells]) => cells),
          expected,
        )
      },
    ),
    runs(4000),
  )
  assert.ok(compared > countRuns(2000), `only ${compared} of the tables are valid`)
})

/** The row that begins at a place of the whole table, by its characters. */
function scanRow(text: string, start: number): { end: number; cells: number; isOpen: boolean; isLoose: boolean } {
  let [cells, isLoose, at] = [1, false, start]
  for (let isCellStart = true; at < text.length; at += 1) {
    if (isCellStart && text[at] === '"') {
      const [cell] = /^"(?:[^"]|"")*("|$)/.exec(text.slice(at)) ?? ['']
      if (!/^"(?:[^"]|"")*"$/.test(cell)) return { end: text.length, cells, isOpen: true, isLoose }
      at += cell.length
      isLoose ||= cell.includes('\n') && /^(?: *[^ ,\r\n]|[^"\n]*[^",\n]")/.test(text.slice(at))
    }
    if (at >= text.length) break
    if (text[at] === '\n') return { end: at + 1, cells, isOpen: false, isLoose }
    isCellStart = text[at] === ','
    if (isCellStart) cells += 1
  }
  return { end: at, cells, isOpen: false, isLoose }
}

/** What the sorter should do, told of the table as a whole. */
function sortWhole(text: string, max: number): { good: string[]; bad: { line: number; lines: number }[] } {
  const widths: number[] = []
  const good: string[] = []
  const bad: { line: number; lines: number }[] = []
  const nextLine = (at: number): number => text.indexOf('\n', at) + 1 || text.length
  const judge = (at: number, isSure: boolean): 'bad' | 'line' | number => {
    const { end, cells, isOpen, isLoose } = scanRow(text, at)
    if (!isSure && Math.max(...widths) < scanRow(text.slice(0, at + max + 1), at).cells) return 'line'
    if (end - at > max || isOpen) return 'bad'
    if (!isSure) return isLoose ? 'bad' : widths.includes(cells) ? end : 'line'
    if (!isLoose) return end
    for (let line = nextLine(at); line < end; line = nextLine(line)) {
      if (judge(line, false) !== 'line') return 'bad'
    }
    return end
  }
  let isSure = true
  for (let [at, line] = [0, 1]; at < text.length;) {
    const judged = judge(at, isSure)
    const end = typeof judged === 'number' ? judged : nextLine(at)
    const lines = text.slice(at, end).split('\n').length - (text[end - 1] === '\n' ? 1 : 0)
    if (typeof judged === 'number') {
      const row = text.slice(at, end)
      if (widths.length < 2 && !/^\r?\n/.test(row)) widths.push(scanRow(text, at).cells)
      good.push(`${line} ${row}`)
      isSure = true
    } else {
      const last = bad.at(-1)
      if (judged === 'bad' || last === undefined) bad.push({ line, lines })
      else last.lines += lines
      const isOneLine =
        judged === 'bad' && end - at > max && !/(?:^|,)"/.test(text.slice(at, Math.min(end, at + max + 1)))
      isSure = isOneLine
    }
    at = end
    line += lines
  }
  return { good, bad }
}

const brokenPiece = fc.constantFrom(
  'a',
  '"',
  ',"',
  '"\n',
  'b,c\n',
  '"x",y\n',
  '""',
  ',',
  '\n',
  '\r\n',
  ' ',
  'long-long-long',
)

test('random broken tables: the rows of an oracle, no line lost or counted twice, however the bytes are divided', async () => {
  let broken = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(brokenPiece, { maxLength: 30 }),
      fc.constantFrom(12, 30, 1_048_578),
      fc.integer({ min: 1, max: 9 }),
      async (pieces, maxRowBytes, size) => {
        const text = `k,v\n${pieces.join('')}`
        const expected = sortWhole(text, maxRowBytes)
        broken += expected.bad.length > 0 ? 1 : 0
        const whole = await readAll(text, CSV, { maxRowBytes })
        assert.deepEqual(
          whole.rows.map(([, line]) => line),
          expected.good.map((row) => Number.parseInt(row)),
        )
        assert.deepEqual(
          whole.bad.map(({ line, lines }) => ({ line, lines })),
          expected.bad,
        )
        const slow = createSlowSource(Buffer.from(text), size)
        assert.deepEqual(await readAll(text, CSV, { maxRowBytes, source: slow }), whole)
      },
    ),
    runs(3000),
  )
  assert.ok(broken > countRuns(1000), `only ${broken} of the tables are broken`)
})

test('a broken table is read alike wherever its bytes are split', async () => {
  const text = 'k,v\r\n1,"a\r\nb"\r\n2,"open\r\n3,"x, ""y"" z"\r\n\r\n4,"open, too\r\nnot a row\r\n5,v\r\n6,"end'
  const whole = await readAll(text, CSV)
  assert.deepEqual(
    whole.bad.map(({ line, lines }) => [line, lines]),
    [
      [4, 1],
      [7, 2],
      [10, 1],
    ],
  )
  assert.deepEqual(
    whole.rows.map(([, line]) => line),
    [1, 2, 5, 6, 9],
  )
  for (let at = 1; at < text.length; at += 1) {
    const parts = [text.slice(0, at), text.slice(at)].map((part) => Buffer.from(part))
    const source = createStreamSource(Readable.from(parts))
    assert.deepEqual(await readAll(text, CSV, { source }), whole, `split at ${at}`)
  }
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

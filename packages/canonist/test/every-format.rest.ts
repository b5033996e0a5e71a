// Every row of the core's tests, and random URLs, through every format: the result is that of the library, and does not depend on the number of
// threads.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { tryNormalize } from '@canonist/core'
import { parse } from 'csv-parse/sync'
import { createRandom, mutate, randomUrl } from '@canonist/test-support/random-url.ts'
import type { ListFormat } from '@canonist/lists/internal/io/line-formats'
import type { Input } from '@canonist/lists/internal/io/input'
import {
  dedupeAll,
  normalizeAll,
  pipe,
  readParquetRows,
  writeParquetFile,
  type ListResult,
} from '@canonist/test-support/parquet-lists.ts'

const CORE_TESTS = fileURLToPath(new URL('../../core/test/', import.meta.url))
/** Enough for several blocks. */
const RANDOM_URLS = 12_000
const TEXT_ONLY = 4

/** The inputs of all tables of tests, as their sources spell them. */
function listRows(): string[] {
  return globSync('**/*.test.ts', { cwd: CORE_TESTS }).flatMap((file) =>
    [...readFileSync(`${CORE_TESTS}${file}`, 'utf8').matchAll(/\binput: '((?:[^'\\\n]|\\.)*)'/g)].map(([, text = '']) =>
      readLiteral(text),
    ),
  )
}

/** A text in the quotes of TypeScript. */
function readLiteral(text: string): string {
  const json = text
    .replaceAll("\\'", "'")
    .replaceAll('"', '\\"')
    .replaceAll(/\\x([0-9a-f]{2})/gi, '\\u00$1')
    .replaceAll(/\\u\{([0-9a-f]+)\}/gi, (_, hex: string) =>
      JSON.stringify(String.fromCodePoint(Number.parseInt(hex, 16))).slice(1, -1),
    )
    .replaceAll(/\\(?:0|v)/g, (escape) => (escape === '\\0' ? '\\u0000' : '\\u000b'))
  return JSON.parse(`"${json}"`) as string
}

function listRandom(): string[] {
  const random = createRandom(20)
  return Array.from({ length: RANDOM_URLS }, (_, index) => {
    const url = randomUrl(random)
    return index % TEXT_ONLY === 0 ? mutate(url, random) : url
  })
}

const ODD = [
  '',
  'https://e.com/"quoted"',
  'https://e.com/a,b;c|d',
  "https://e.com/'",
  'https://e.com/\u2028',
  '"',
  ',',
  '\\N',
  '=1+1',
  'https://e.com/ü?ß=€',
]

/** A lone half of a pair cannot be written in UTF-8. */
const ALL = [...new Set([...listRows(), ...ODD, ...listRandom()])].filter((text) => text.isWellFormed())

/** What the library says; null: not a URL. */
function judge(input: string): string | null {
  if (input === '') return null
  const outcome = tryNormalize(input, 'dedupe')
  return outcome.ok ? outcome.url : null
}

/** NUL is an error of lines. */
const isOneLine = (text: string): boolean => !/[\0\r\n]/.test(text)
const hasNoTab = (text: string): boolean => !text.includes('\t')

interface Source {
  readonly format: ListFormat
  /** What the format can hold. */
  holds(text: string): boolean
  write(texts: readonly string[]): string | Uint8Array
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`

const SOURCES: readonly Source[] = [
  { format: 'text', holds: isOneLine, write: (texts) => texts.map((text) => `${text}\n`).join('') },
  {
    format: 'csv',
    holds: (text) => !/[\0\r]/.test(text),
    write: (texts) => `id,url\n${texts.map((text, id) => `${id},${quote(text)}\n`).join('')}`,
  },
  {
    format: 'tsv',
    holds: (text) => isOneLine(text) && hasNoTab(text),
    write: (texts) => `id\turl\n${texts.map((text, id) => `${id}\t${text}\n`).join('')}`,
  },
  {
    format: 'jsonl',
    holds: () => true,
    write: (texts) => texts.map((url, id) => `${JSON.stringify({ id, url })}\n`).join(''),
  },
  {
    format: 'parquet',
    holds: () => true,
    write: (texts) =>
      writeParquetFile(
        [
          { name: 'id', data: texts.map((_, id) => id), type: 'INT32' },
          { name: 'url', data: [...texts], type: 'STRING' },
        ],
        { rowGroupSize: 5000 },
      ),
  },
]

const TARGETS: readonly ListFormat[] = ['text', 'jsonl', 'csv', 'tsv', 'parquet']

/** The results in the column `clean`, or the lines of a text. */
async function readResults(
  { bytes, text }: ListResult<unknown>,
  format: ListFormat,
  column: string,
): Promise<(string | null)[]> {
  const toResult = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
  if (format === 'text') return text.split('\n').slice(0, -1).map(toResult)
  if (format === 'parquet') return (await readParquetRows(bytes)).map((row) => toResult(row[column]))
  if (format === 'jsonl')
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => toResult(line === '' ? null : (JSON.parse(line) as Record<string, unknown>)[column]))
  const options =
    format === 'tsv' ? { delimiter: '\t', quote: false, relax_column_count: true } : { relax_column_count: true }
  const [names = [], ...rows] = parse(text, { ...options, skip_empty_lines: false })
  return rows.map((row) => toResult(row[names.indexOf(column)]))
}

for (const { format: from, holds, write } of SOURCES) {
  const texts = ALL.filter(holds)
  const wanted = texts.map(judge)
  const bytes = Buffer.from(write(texts))
  const open = (): Input => pipe(bytes)

  for (const to of TARGETS) {
    test(`${from} into ${to}: ${texts.length} URLs`, async () => {
      const into = from === 'text' || to === 'text' ? null : 'clean'
      const options = { inputFormat: from, format: to, into, column: from === 'text' ? null : 'url' } as const
      const one = await normalizeAll([open()], { ...options, jobs: { count: 1, isGiven: true } })
      const many = await normalizeAll([open()], { ...options, jobs: { count: 3, isGiven: true } })
      assert.ok(one.bytes.equals(many.bytes), 'one thread and many give the same')
      assert.deepEqual(await readResults(one, to, into ?? 'url'), wanted)
      assert.equal(
        one.report.rejected,
        texts.filter((text, row) => wanted[row] === null && text !== '').length + countEmptyRejects(from, texts),
      )
    })
  }

  test(`dedupe of ${from} keeps the first of every URL`, async () => {
    const ran = await dedupeAll([open()], { inputFormat: from, format: 'text', column: from === 'text' ? null : 'url' })
    const unique = new Set(wanted.filter((url) => url !== null))
    assert.deepEqual(await readResults(ran, 'text', 'url'), [...unique])
  })
}

/** An empty line, cell or value is not an error, but an empty text in a JSON object is. */
function countEmptyRejects(format: ListFormat, texts: readonly string[]): number {
  return format === 'jsonl' ? texts.filter((text) => text === '').length : 0
}

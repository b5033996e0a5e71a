import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Database, Row, Value } from '../../../src/store/database.ts'
import { openDatabase } from '../../../src/store/open-database.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { ADD_HOST, collect, listHosts } from './with-database.ts'

const WHOLE = [
  0,
  1,
  -1,
  2 ** 31,
  -(2 ** 31) - 1,
  Date.UTC(2038, 0, 20),
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
]

const TEXTS = [
  { text: '', why: 'empty is not null' },
  { text: 'https://example.com/a?b=c#d', why: 'plain' },
  { text: "it's $1, not ?1 or :a", why: 'looks like a value' },
  { text: ' tab\tline\nreturn\r\n ', why: 'white space' },
  { text: '\\N \\. \\\\ \\x41 \\', why: 'means something to COPY' },
  { text: '\u0001\u001b[31m\u007f\u0085', why: 'control characters' },
  { text: 'before\0after\0', why: 'NUL, which PostgreSQL does not keep' },
  { text: '\ufdd0 \ufdd00 \ufdd01\0', why: 'what NUL is written as' },
  { text: 'è 例え 😀 \u202e\u200d\ufeff', why: 'beyond ASCII' },
]

const BYTES = [
  { bytes: new Uint8Array(), why: 'none' },
  { bytes: Uint8Array.from({ length: 256 }, (_, byte) => byte), why: 'every byte' },
  { bytes: new Uint8Array([9, 8, 7, 6]).subarray(1, 3), why: 'a part of others' },
]

interface Case {
  readonly name: string
  readonly column: 'whole' | 'words' | 'raw'
  readonly value: Value
}

const CASES: readonly Case[] = [
  ...WHOLE.map((value): Case => ({ name: String(value), column: 'whole', value })),
  ...TEXTS.map(({ text, why }): Case => ({ name: `${JSON.stringify(text)} (${why})`, column: 'words', value: text })),
  ...BYTES.map(({ bytes, why }): Case => ({ name: `bytes: ${why}`, column: 'raw', value: bytes })),
  ...(['whole', 'words', 'raw'] as const).map((column): Case => ({ name: `null in ${column}`, column, value: null })),
]

async function makeTable(database: Database): Promise<void> {
  const bytes = database.dialect === 'sqlite' ? 'blob' : 'bytea'
  await database.run(`create table kept (whole bigint, words text, raw ${bytes})`)
}

/** Written as a value, and written by way of a staged table, then read in both ways. */
async function thereAndBack(database: Database, { column, value }: Case): Promise<Row[]> {
  await database.run(`insert into kept (${column}) values ($1)`, [value])
  await database.transaction(async (transaction) => {
    await transaction.stage('incoming', 'whole integer, words text, raw bytes', [
      [column === 'whole' ? value : null, column === 'words' ? value : null, column === 'raw' ? value : null],
    ])
    await transaction.run(`insert into kept (${column}) select ${column} from incoming`)
  })
  const sql = `select ${column} as value from kept`
  return [...(await database.all(sql)), ...(await collect(database.stream(sql)))]
}

function fourTimes(value: Value): Row[] {
  return Array.from({ length: 4 }, () => ({ value }))
}

export function valuesContract({ dialect, emptyLocation }: TestDatabases): void {
  describe(`${dialect} values`, async () => {
    const database = await openDatabase(await emptyLocation())
    await makeTable(database)
    after(() => database.close())

    for (const one of CASES) {
      test(`${one.name} comes back as it was`, async () => {
        await database.run('delete from kept')
        assert.deepEqual(await thereAndBack(database, one), fourTimes(one.value))
      })
    }

    test('what is found by a text with NUL is that text', async () => {
      await database.run('insert into kept (words) values ($1), ($2)', ['a\0b', 'ab'])
      assert.deepEqual(await database.all('select words from kept where words = $1', ['a\0b']), [{ words: 'a\0b' }])
    })

    test('half a surrogate pair becomes U+FFFD, by every way', async () => {
      await database.run('delete from kept')
      const rows = await thereAndBack(database, { name: '', column: 'words', value: 'a\ud83d' })
      assert.deepEqual(rows, fourTimes('a\ufffd'))
    })

    test('a number beyond 2^53 is refused, not rounded', async () => {
      await assert.rejects(database.all('select cast(9007199254740993 as bigint) as n'), RangeError)
    })

    test('counts, sums and conditions are numbers', async () => {
      await database.run('delete from kept')
      await database.run('insert into kept (whole) values ($1), ($2)', [7, 2 ** 40])
      const rows = await database.all('select count(*) as n, sum(whole) as total, max(whole) > 8 as large from kept')
      assert.deepEqual(rows, [{ n: 2, total: 2 ** 40 + 7, large: 1 }])
    })

    test('a whole number stays whole when it is divided by one', async () => {
      await database.run('delete from kept')
      await database.run('insert into kept (whole) values ($1)', [7])
      assert.deepEqual(await database.all('select whole / $1 as half from kept', [2]), [{ half: 3 }])
    })

    test('text is sorted and compared by its bytes', async () => {
      for (const host of ['b', 'B', 'a-a', 'aa', 'a_a', 'é', 'a.a']) await database.run(ADD_HOST, [host])
      assert.deepEqual(await listHosts(database), ['B', 'a-a', 'a.a', 'a_a', 'aa', 'b', 'é'])
      const range = await database.all('select host from hosts where host >= $1 and host < $2 order by host', [
        'a-',
        'a/',
      ])
      assert.deepEqual(range, [{ host: 'a-a' }, { host: 'a.a' }])
    })

    test('a value may be used twice, and in any order', async () => {
      const rows = await database.all(
        'select host from hosts where host = $2 or host = $1 or host = $2 order by host',
        ['b', 'B'],
      )
      assert.deepEqual(rows, [{ host: 'B' }, { host: 'b' }])
    })
  })
}

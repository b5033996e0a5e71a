import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTemporary } from '@canonist/crawl/internal/worker/retrying-frontier'
import { STORE_ERRORS, StoreError, type StoreErrorCode } from '../../src/store/errors.ts'
import { mapConnectError, mapPostgresError, mapSqliteError } from '../../src/store/driver-errors.ts'

for (const [code, { says, fix }] of Object.entries(STORE_ERRORS)) {
  test(`${code} says what is wrong and what to do, in sentences`, () => {
    assert.match(code, /^store\/[a-z-]+$/)
    for (const text of [says, fix]) assert.match(text, /^[A-Z].*\.$/)
    const { message } = new StoreError(code as StoreErrorCode, 'registry.db', { detail: 'a detail' })
    assert.equal(message, `"registry.db": ${says} (a detail) ${fix}`)
  })
}

const sqliteCases = [
  { errcode: 5, code: 'store/locked', why: 'SQLITE_BUSY' },
  { errcode: 261, code: 'store/locked', why: 'SQLITE_BUSY_RECOVERY' },
  { errcode: 6, code: 'store/locked', why: 'SQLITE_LOCKED' },
  { errcode: 8, code: 'store/read-only', why: 'SQLITE_READONLY' },
  { errcode: 1032, code: 'store/read-only', why: 'SQLITE_READONLY_DBMOVED' },
  { errcode: 778, code: 'store/disk-error', why: 'SQLITE_IOERR_WRITE' },
  { errcode: 11, code: 'store/corrupt', why: 'SQLITE_CORRUPT' },
  { errcode: 13, code: 'store/disk-full', why: 'SQLITE_FULL' },
  { errcode: 14, code: 'store/cannot-open', why: 'SQLITE_CANTOPEN' },
  { errcode: 26, code: 'store/not-a-database', why: 'SQLITE_NOTADB' },
  { errcode: 1555, code: 'store/duplicate', why: 'SQLITE_CONSTRAINT_PRIMARYKEY' },
  { errcode: 2067, code: 'store/duplicate', why: 'SQLITE_CONSTRAINT_UNIQUE' },
  { errcode: 787, code: 'store/failed', why: 'SQLITE_CONSTRAINT_FOREIGNKEY' },
  { errcode: 1, code: 'store/failed', why: 'SQLITE_ERROR' },
]
for (const { errcode, code, why } of sqliteCases) {
  test(`SQLite ${errcode} is ${code} (${why})`, () => {
    const failure = mapSqliteError(Object.assign(new Error('so it is'), { errcode }), 'registry.db')
    assert.equal(Reflect.get(Object(failure), 'code'), code)
  })
}

const REGISTRY = { name: 'registry', user: 'app' }

const postgresCases = [
  { sqlState: '08006', running: 'store/connection-lost', connecting: 'store/unreachable' },
  { sqlState: '23505', running: 'store/duplicate', connecting: 'store/duplicate' },
  { sqlState: '25006', running: 'store/read-only', connecting: 'store/read-only' },
  { sqlState: '28P01', running: 'store/denied', connecting: 'store/denied' },
  { sqlState: '26000', running: 'store/conflict', connecting: 'store/conflict' },
  { sqlState: '3F000', running: 'store/no-schema', connecting: 'store/no-schema' },
  { sqlState: '42P05', running: 'store/conflict', connecting: 'store/conflict' },
  { sqlState: '3D000', running: 'store/no-such-database', connecting: 'store/no-such-database' },
  { sqlState: '40001', running: 'store/conflict', connecting: 'store/conflict' },
  { sqlState: '40P01', running: 'store/conflict', connecting: 'store/conflict' },
  { sqlState: '42501', running: 'store/denied', connecting: 'store/denied' },
  { sqlState: '53100', running: 'store/disk-full', connecting: 'store/disk-full' },
  { sqlState: '53300', running: 'store/busy', connecting: 'store/busy' },
  { sqlState: '57P01', running: 'store/connection-lost', connecting: 'store/unreachable' },
  { sqlState: '57P02', running: 'store/connection-lost', connecting: 'store/unreachable' },
  { sqlState: '57P03', running: 'store/unreachable', connecting: 'store/unreachable' },
  { sqlState: 'XX001', running: 'store/corrupt', connecting: 'store/corrupt' },
  { sqlState: '42601', running: 'store/failed', connecting: 'store/unreachable' },
  { sqlState: 'ECONNREFUSED', running: 'ECONNREFUSED', connecting: 'store/unreachable' },
]
for (const { sqlState, running, connecting } of postgresCases) {
  test(`PostgreSQL ${sqlState} is ${running}, and ${connecting} while a connection is made`, () => {
    const error = Object.assign(new Error('so it is'), { code: sqlState })
    assert.equal(Reflect.get(Object(mapPostgresError(error, REGISTRY, false)), 'code'), running)
    assert.equal(Reflect.get(Object(mapConnectError(error, REGISTRY)), 'code'), connecting)
  })
}

test('an error that is not from the database stays what it is', () => {
  const error = new TypeError('a fault of the program')
  assert.equal(mapSqliteError(error, 'registry.db'), error)
  assert.equal(mapPostgresError(error, REGISTRY, false), error)
})

test('a worker waits out what passes by itself, and nothing else', () => {
  const codes = Object.keys(STORE_ERRORS) as StoreErrorCode[]
  assert.deepEqual(
    codes.filter((code) => isTemporary(new StoreError(code, 'registry.db'))),
    [
      'store/locked',
      'store/disk-full',
      'store/disk-error',
      'store/unreachable',
      'store/connection-lost',
      'store/busy',
      'store/timeout',
      'store/conflict',
    ],
  )
})

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshFolder } from '@canonist/test-support/databases.ts'
import { ADD_HOST, collect, listHosts, openFor } from './support/with-database.ts'

const folder = freshFolder()

const cases = [
  { location: join(folder, 'plain.db'), file: 'plain.db', why: 'a path' },
  { location: `sqlite:${join(folder, 'named.db')}`, file: 'named.db', why: 'sqlite:PATH' },
  { location: join(folder, 'a b?c=d#e%20.db'), file: 'a b?c=d#e%20.db', why: 'a path is no URL' },
  { location: join(folder, "it's 例え.db"), file: "it's 例え.db", why: 'any name' },
]
for (const { location, file, why } of cases) {
  test(`${file} is opened (${why})`, async (t) => {
    const database = await openFor(t, location)
    await database.run(ADD_HOST, ['a'])
    assert.deepEqual(await listHosts(database), ['a'])
    assert.ok(existsSync(join(folder, file)))
    assert.equal(database.name, join(folder, file))
  })
}

test('a path that begins with file: is no URL either', async (t) => {
  const before = process.cwd()
  process.chdir(folder)
  t.after(() => process.chdir(before))
  await openFor(t, 'file:registry.db?mode=memory')
  assert.ok(existsSync(join(folder, 'file:registry.db?mode=memory')))
})

test(':memory: is a database of its own, and keeps to the rules of the others', async (t) => {
  const [database, other] = [await openFor(t, ':memory:'), await openFor(t, ':memory:')]
  const reading = await database.transaction(async (transaction) => {
    await transaction.run(ADD_HOST, ['a'])
    const reading = listHosts(database)
    await transaction.run(ADD_HOST, ['b'])
    return { reading }
  })
  // Asked in the middle, it waited for the end.
  assert.deepEqual(await reading.reading, ['a', 'b'])
  assert.deepEqual(await collect(database.stream('select count(*) as n from hosts')), [{ n: 2 }])
  assert.deepEqual(await listHosts(other), [])
})

test('more statements than are kept prepared all work, again and again', async (t) => {
  const database = await openFor(t, join(folder, 'many.db'))
  for (let round = 0; round < 2; round += 1) {
    for (let number = 0; number < 300; number += 1) {
      assert.deepEqual(await database.all(`select ${number} as n`), [{ n: number }])
    }
  }
})

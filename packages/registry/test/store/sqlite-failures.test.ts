import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  symlinkSync,
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { openDatabase } from '../../src/store/open-database.ts'
import { freshFolder } from '@canonist/test-support/databases.ts'
import { waitForEnd, pathOfProcess, runChild, startChild } from './support/child.ts'
import { ADD_HOST, listHosts, openFor } from './support/with-database.ts'

const folder = freshFolder()
let count = 0
const freshPath = () => join(folder, `failure-${(count += 1)}.db`)

/** Everybody but root keeps to what a file allows. */
const AS_NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

async function makeDatabase(path: string): Promise<string> {
  const database = await openDatabase(path)
  await database.run(ADD_HOST, ['a'])
  await database.close()
  return path
}

function checkWhole(path: string, hosts: number): void {
  const database = new DatabaseSync(path)
  const read = (sql: string) => Object.values(database.prepare(sql).get() ?? {})
  assert.deepEqual([read('pragma integrity_check'), read('select count(*) from hosts')], [['ok'], [hosts]])
  database.close()
}

describe('files that are not our databases', () => {
  const contents = [
    { content: 'garbage '.repeat(1000), why: 'text' },
    { content: 'a few', why: 'a few letters' },
    { content: '\u0000'.repeat(5000), why: 'nothing but NUL' },
  ]
  for (const { content, why } of contents) {
    test(`is left as it is: ${why}`, async () => {
      const path = freshPath()
      writeFileSync(path, content)
      for (const readOnly of [false, true]) {
        await assert.rejects(openDatabase(path, { readOnly }), { code: 'store/not-a-database' })
      }
      assert.equal(readFileSync(path, 'utf8'), content)
    })
  }

  test('is left as it is: an empty file, and who only reads it hears that there is nothing', async () => {
    const path = freshPath()
    writeFileSync(path, '')
    for (const options of [{ readOnly: true }, { mustExist: true }])
      await assert.rejects(openDatabase(path, options), { code: 'store/empty' })
    assert.equal(readFileSync(path).length, 0)
  })

  test('is left as it is: the database of another program', async () => {
    const path = freshPath()
    const other = new DatabaseSync(path)
    other.exec('create table theirs (a)')
    other.close()
    const before = readFileSync(path)
    await assert.rejects(openDatabase(path), { code: 'store/other-program' })
    assert.deepEqual(readFileSync(path), before)
  })

  test('is a folder', async () => {
    for (const readOnly of [false, true])
      await assert.rejects(openDatabase(folder, { readOnly }), { code: 'store/cannot-open', message: /it is a folder/ })
  })

  test('is a pipe, which would never be opened', async () => {
    const pipe = freshPath()
    assert.equal(spawnSync('mkfifo', [pipe]).status, 0)
    for (const readOnly of [false, true])
      await assert.rejects(openDatabase(pipe, { readOnly }), { code: 'store/cannot-open', message: /it is a pipe/ })
  })

  test('is a link that leads in a circle', async () => {
    const path = freshPath()
    symlinkSync(path, path)
    await assert.rejects(openDatabase(path), { code: 'store/cannot-open', message: /ELOOP/ })
  })

  test('lies in a folder that is not there', async () => {
    await assert.rejects(openDatabase(join(folder, 'no', 'such.db')), { code: 'store/cannot-open' })
  })

  test('is not made by who only reads', async () => {
    const path = freshPath()
    await assert.rejects(openDatabase(path, { readOnly: true }), {
      code: 'store/missing',
      message: /The database does not exist/,
    })
    assert.equal(existsSync(path), false)
  })

  test('was one, before its pages were overwritten', async (t) => {
    const path = await makeDatabase(freshPath())
    const file = openSync(path, 'r+')
    writeSync(file, Buffer.alloc(60_000, 0x5a), 0, 60_000, 8192)
    closeSync(file)
    const database = await openFor(t, path, { readOnly: true }).catch((error: unknown) => error)
    const failure = database instanceof Error ? Promise.reject(database) : listHosts(database as never)
    await assert.rejects(failure, { code: 'store/corrupt' })
  })
})

describe('another process that writes', () => {
  test('is waited for, then reported; other work continues', async (t) => {
    const path = await makeDatabase(freshPath())
    const holder = startChild('hold-lock.ts', [path])
    t.after(() => holder.kill())
    if (holder.stdout !== null) await once(holder.stdout, 'data')
    const database = await openFor(t, path, { lockWait: 150 })
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 10)
    await assert.rejects(database.run(ADD_HOST, ['b']), { code: 'store/locked' })
    clearInterval(ticking)
    assert.ok(ticks >= 3, `the process stood still: ${ticks} ticks`)
    // Reading is possible all the time.
    assert.deepEqual(await listHosts(database), ['a'])
    holder.stdin?.write('end\n')
    await once(holder, 'close')
    assert.equal(await database.run(ADD_HOST, ['b']), 1)
  })

  test('that ends in time is not noticed', async (t) => {
    const path = await makeDatabase(freshPath())
    const holder = startChild('hold-lock.ts', [path])
    t.after(() => holder.kill())
    if (holder.stdout !== null) await once(holder.stdout, 'data')
    const database = await openFor(t, path)
    const writing = database.run(ADD_HOST, ['b'])
    holder.stdin?.write('end\n')
    assert.equal(await writing, 1)
  })

  test('that is killed leaves nothing locked', async (t) => {
    const path = await makeDatabase(freshPath())
    const holder = startChild('hold-lock.ts', [path])
    if (holder.stdout !== null) await once(holder.stdout, 'data')
    holder.kill('SIGKILL')
    await once(holder, 'close')
    const database = await openFor(t, path)
    assert.equal(await database.run(ADD_HOST, ['b']), 1)
  })
})

describe('a file that is open', () => {
  const takeAway = [
    { name: 'removed', act: (path: string) => rmSync(path) },
    {
      name: 'replaced',
      act: (path: string) => {
        copyFileSync(path, `${path}.copy`)
        renameSync(`${path}.copy`, path)
      },
    },
  ]
  for (const { name, act } of takeAway) {
    test(`and ${name} takes nothing more: what is acknowledged is there`, async (t) => {
      const path = await makeDatabase(freshPath())
      const database = await openFor(t, path)
      await database.run(ADD_HOST, ['b'])
      act(path)
      await assert.rejects(database.run(ADD_HOST, ['c']), { code: 'store/file-gone' })
    })
  }

  test('and locked by another program for itself alone is waited for no longer than was said', async () => {
    const path = await makeDatabase(freshPath())
    const other = new DatabaseSync(path)
    other.exec("pragma locking_mode = exclusive; begin exclusive; insert into hosts (host) values ('x')")
    const start = performance.now()
    await assert.rejects(openDatabase(path, { lockWait: 200 }), { code: 'store/locked' })
    assert.ok(performance.now() - start < 2000, `${performance.now() - start} ms`)
    other.close()
  })
})

describe('a full disk', () => {
  test('takes the whole step back; with room the same step works', async (t) => {
    const database = await openFor(t, await makeDatabase(freshPath()))
    await database.transaction((transaction) => transaction.all('pragma max_page_count = 60'))
    const addMany = () =>
      database.transaction(async (transaction) => {
        for (let number = 0; number < 500; number += 1)
          await transaction.run(ADD_HOST, [`${number}-${'x'.repeat(900)}`])
      })
    await assert.rejects(addMany(), { code: 'store/disk-full', message: /this step was not written/ })
    assert.deepEqual(await listHosts(database), ['a'])
    await database.transaction((transaction) => transaction.all('pragma max_page_count = 100000'))
    await addMany()
    assert.equal((await listHosts(database)).length, 501)
  })

  test('empties the log, which takes room beside the file', async (t) => {
    const path = await makeDatabase(freshPath())
    const database = await openFor(t, path)
    await database.run(ADD_HOST, ['b'])
    assert.ok(statSync(`${path}-wal`).size > 0)
    await database.transaction((transaction) => transaction.all('pragma max_page_count = 60'))
    await assert.rejects(database.run(ADD_HOST, ['x'.repeat(1_000_000)]), { code: 'store/disk-full' })
    assert.equal(statSync(`${path}-wal`).size, 0)
    assert.deepEqual(await listHosts(database), ['a', 'b'])
  })

  test('of a staged table is reported like any other, and the next transaction works', async (t) => {
    const database = await openFor(t, await makeDatabase(freshPath()))
    const stage = (size: number) =>
      database.transaction(async (transaction) => {
        await transaction.all('pragma temp.max_page_count = 50')
        await transaction.stage('incoming', 'url text', [['x'.repeat(size)]])
      })
    await assert.rejects(stage(1_000_000), { code: 'store/disk-full' })
    await stage(10)
  })

  test('in the middle of a write loses nothing that was acknowledged', async () => {
    const path = await makeDatabase(freshPath())
    const child = pathOfProcess('try-writing.ts')
    // 600 blocks of 1 KiB for every file.
    const script = 'ulimit -f 600 && exec "$0" --conditions=canonist-source "$@"'
    const { output } = await waitForEnd(spawn('bash', ['-c', script, process.execPath, child, path, '100000']))
    const kept = /^kept (\d+), store\/disk-(?:error|full)$/.exec(output.trim())?.[1]
    assert.ok(Number(kept) > 10, output)
    checkWhole(path, Number(kept) + 1)
  })
})

describe('what may only be read', () => {
  async function lockedAway(fileMode: number, folderMode: number): Promise<string> {
    const own = join(folder, `own-${(count += 1)}`)
    mkdirSync(own)
    chmodSync(folder, 0o755)
    const path = await makeDatabase(join(own, 'registry.db'))
    chmodSync(path, fileMode)
    chmodSync(own, folderMode)
    return path
  }

  test('as a file is not written to', async () => {
    const path = await lockedAway(0o444, 0o777)
    const child = await runChild('try-writing.ts', [path], AS_NOBODY)
    assert.match(child.output, /^kept 0, store\/read-only$/m)
    checkWhole(path, 1)
  })

  test('as a folder is not written to', async () => {
    const path = await lockedAway(0o666, 0o555)
    const child = await runChild('try-writing.ts', [path], AS_NOBODY)
    assert.match(child.output, /^kept 0, store\/(?:read-only|cannot-open)$/m)
  })

  test('as a folder gets no new database', async () => {
    const path = await lockedAway(0o666, 0o555)
    const child = await runChild('try-writing.ts', [`${path}.new`], AS_NOBODY)
    assert.match(child.output, /^kept 0, store\/cannot-open$/m)
  })

  test('a file that cannot even be read is reported as well', async () => {
    const path = await lockedAway(0o000, 0o777)
    const child = await runChild('try-writing.ts', [path], AS_NOBODY)
    assert.match(child.output, /^kept 0, store\/cannot-open$/m)
  })
})

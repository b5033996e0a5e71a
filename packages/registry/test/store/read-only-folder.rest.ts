import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openFrontier } from '@canonist/crawl/internal/frontier/open-frontier'
import { canonist } from '@canonist/test-support/command.ts'
import { freshFolder } from '@canonist/test-support/databases.ts'
import { waitForEnd, startChild } from './support/child.ts'

const PAGE = 'https://a.example/'
const folder = freshFolder()
let count = 0

/** Everybody but root keeps to what a folder allows, and so root asks somebody else to try. */
const SOMEBODY = process.getuid?.() === 0 ? { uid: 65_534, env: { NODE_COMPILE_CACHE: '' } } : {}

/** A queue in a folder where nobody may make files. */
async function lockedAway(fileMode: number): Promise<{ own: string; db: string }> {
  const own = join(folder, `own-${(count += 1)}`)
  mkdirSync(own)
  chmodSync(folder, 0o755)
  const db = join(own, 'queue.db')
  const frontier = await openFrontier(db)
  await frontier.submit([PAGE])
  await frontier.close()
  chmodSync(db, fileMode)
  chmodSync(own, 0o555)
  return { own, db }
}

const READING = [
  { args: ['frontier', 'list'], says: /pending +https:\/\/a\.example\// },
  { args: ['frontier', 'stats', '--json'], says: /"pending":1/ },
  { args: ['frontier', 'explain', PAGE], says: /a\.example/ },
  { args: ['find', PAGE], says: /a\.example/ },
  { args: ['export', 'pages'], says: /"canonicalUrl":"https:\/\/a\.example\/"/ },
] as const

for (const { args, says } of READING) {
  test(`canonist ${args.join(' ')} reads what lies in a folder that may only be read`, async () => {
    const { db } = await lockedAway(0o444)
    const ran = await canonist([...args, '--db', db], SOMEBODY)
    assert.deepEqual([ran.code, ran.stderr], [0, ''])
    assert.match(ran.stdout, says)
  })
}

const WRITING = [
  {
    args: ['work', '--drain'],
    fileMode: 0o666,
    why: /\(you have no permission to write to its folder (\S+), where SQLite/,
  },
  {
    args: ['work', '--drain'],
    fileMode: 0o444,
    why: /\(you have no permission to write to it or to write to its folder (\S+),/,
  },
  {
    args: ['frontier', 'requeue', '--state', 'dead'],
    fileMode: 0o666,
    why: /no permission to write to its folder (\S+),/,
  },
] as const

for (const { args, fileMode, why } of WRITING) {
  test(`canonist ${args.join(' ')} on a file (${fileMode.toString(8)}) in such a folder names it, the reason and the fix`, async () => {
    const { own, db } = await lockedAway(fileMode)
    const ran = await canonist([...args, '--db', db], SOMEBODY)
    assert.equal(ran.code, 3)
    assert.equal(why.exec(ran.stderr)?.[1], own, ran.stderr)
    assert.match(ran.stderr, /Make the file and its folder writable for your user, or use another database/)
  })
}

test('a new database is not made there, and the folder is named', async () => {
  const { own } = await lockedAway(0o666)
  const ran = await canonist(['frontier', 'add', PAGE, '--db', join(own, 'new.db')], SOMEBODY)
  assert.equal(ran.code, 3)
  assert.equal(/\(you have no permission to write to its folder (\S+),/.exec(ran.stderr)?.[1], own, ran.stderr)
})

test('beside a log that cannot be read, a file is not whole, and is not read', async () => {
  const { own, db } = await lockedAway(0o444)
  chmodSync(own, 0o755)
  writeFileSync(`${db}-wal`, 'what another user has written')
  chmodSync(own, 0o555)
  const ran = await canonist(['frontier', 'list', '--db', db], SOMEBODY)
  assert.deepEqual([ran.code, ran.stdout], [3, ''])
  assert.match(ran.stderr, /read and write its log \S+\.db-wal\b/)
})

test('beside the journal of an interrupted step, a file is not whole, and is not read', async () => {
  const { own, db } = await lockedAway(0o444)
  chmodSync(own, 0o755)
  // The magic bytes of a journal, and the one record that it would have.
  writeFileSync(`${db}-journal`, Buffer.concat([Buffer.from('d9d505f920a163d700000001', 'hex'), Buffer.alloc(5000, 1)]))
  chmodSync(own, 0o555)
  const ran = await canonist(['frontier', 'list', '--db', db], SOMEBODY)
  assert.deepEqual([ran.code, ran.stdout], [3, ''])
  assert.match(ran.stderr, /its rollback journal still lies beside the file\. \(\S+\.db-journal\)/)
})

test('a reader sees what another process wrote the next time it opens the file, and gets an error if two states were mixed', async () => {
  const { own, db } = await lockedAway(0o444)
  const { env: _, ...user } = { env: {}, ...SOMEBODY }
  const child = startChild('read-on.ts', [db], user)
  const ended = waitForEnd(child)
  if (child.stdout !== null) await once(child.stdout, 'data')
  chmodSync(db, 0o644)
  chmodSync(own, 0o755)
  const frontier = await openFrontier(db)
  await frontier.submit(['https://b.example/'])
  await frontier.close()
  chmodSync(own, 0o555)
  child.stdin?.end('again\n')
  assert.deepEqual((await ended).output.trim().split('\n'), ['read 1', 'read 2', 'store/locked'])
})

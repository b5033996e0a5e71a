import assert from 'node:assert/strict'
import { renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { PointerFollower } from '../../src/registry/publish/pointer-follower.ts'
import { StoreError } from '../../src/store/errors.ts'
import { freshFolder } from '@canonist/test-support/databases.ts'

const FIRST = 'registry-000001.sqlite'
const SECOND = 'registry-000002.sqlite'
const THIRD = 'registry-000003.sqlite'

/** A folder whose pointer is set by hand, and a follower that opens nothing. */
function follow(beforeOpen: (file: string) => Promise<void> = async () => undefined) {
  const folder = freshFolder()
  const closed: string[] = []
  const setPointer = (file: string): void => {
    writeFileSync(join(folder, 'new'), `${file}\n`)
    renameSync(join(folder, 'new'), join(folder, 'current'))
  }
  const follower = new PointerFollower(folder, async (location) => {
    const file = basename(location)
    await beforeOpen(file)
    return { file, close: async () => void closed.push(file) }
  })
  setPointer(FIRST)
  return { follower, setPointer, closed }
}

test('a snapshot is closed when it was replaced and its last reader is done', async () => {
  const { follower, setPointer, closed } = follow()
  const [one, other] = [await follower.lease(), await follower.lease()]
  setPointer(SECOND)
  assert.equal((await follower.lease()).file, SECOND)
  await follower.release(one)
  assert.deepEqual(closed, [])
  await follower.release(other)
  assert.deepEqual(closed, [FIRST])
})

test('a caller after a swap gets the new snapshot, although the one before is still being opened', async () => {
  const opening = Promise.withResolvers<void>()
  const { follower, setPointer } = follow((file) => (file === SECOND ? opening.promise : Promise.resolve()))
  await follower.release(await follower.lease())
  setPointer(SECOND)
  const early = follower.lease()
  // It has read the pointer by then.
  await new Promise((resolve) => setTimeout(resolve, 50))
  setPointer(THIRD)
  const late = follower.lease()
  opening.resolve()
  assert.equal((await late).file, THIRD)
  assert.ok([SECOND, THIRD].includes((await early).file))
})

test('work whose snapshot was removed meanwhile is done again on the new one', async () => {
  const { follower, setPointer, closed } = follow()
  const tried: string[] = []
  const result = await follower.use(async ({ file }) => {
    tried.push(file)
    if (file !== FIRST) return `done on ${file}`
    setPointer(SECOND)
    await follower.use(async () => undefined)
    throw new StoreError('store/missing', file)
  })
  assert.deepEqual([result, tried, closed], [`done on ${SECOND}`, [FIRST, SECOND], [FIRST]])
})

const failures = [
  { why: 'of the snapshot that the pointer names', isSwapped: false, error: new StoreError('store/missing', FIRST) },
  { why: 'that has another reason', isSwapped: true, error: new StoreError('store/corrupt', FIRST) },
]
for (const { why, isSwapped, error } of failures)
  test(`an error ${why} goes to the caller`, async () => {
    const { follower, setPointer } = follow()
    const work = follower.use(async () => {
      if (isSwapped) setPointer(SECOND)
      if (isSwapped) await follower.use(async () => undefined)
      throw error
    })
    await assert.rejects(work, error)
  })

import assert from 'node:assert/strict'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { DedupeListOptions } from '../../../src/lists/dedupe-list.ts'
import { createTextInput, openInputFile } from '../../../src/io/input.ts'
import { createChance } from '@canonist/test-support/chance.ts'
import { dedupe, makeLines, makeTable } from './lists.ts'

let folder = ''
let temp = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'canonist-test-'))
  temp = join(folder, 'temp')
  mkdirSync(temp)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const LINES = 40_000

/** A file whose time is whole seconds, so that it can be set again. */
function writeList(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  utimesSync(path, 1_700_000_000, 1_700_000_000)
  return path
}

class Interruption extends Error {}

/** Fails at the `calls`th report of progress, after which nothing more is written. */
function failAfter(calls: number): NonNullable<DedupeListOptions['onProgress']> {
  let left = calls
  return () => {
    left -= 1
    if (left <= 0) throw new Interruption()
  }
}

interface Kind {
  readonly why: string
  readonly options: Partial<DedupeListOptions>
  /** Small enough that the run spills early. */
  readonly bytes: number
  readonly make: (seed: number) => string
}

const text = (seed: number): string => `${makeLines(seed, LINES).join('\n')}\n`
const KINDS: readonly Kind[] = [
  { why: 'unique lines', options: {}, bytes: 90_000, make: text },
  { why: 'unique lines in two threads', options: { jobs: { count: 2, isGiven: true } }, bytes: 90_000, make: text },
  { why: 'unique lines as JSON', options: { format: 'jsonl' }, bytes: 90_000, make: text },
  { why: 'groups', options: { format: 'jsonl', groups: true }, bytes: 1_500_000, make: text },
  {
    why: 'unique rows',
    options: { format: 'csv', inputFormat: 'csv', column: 'url' },
    bytes: 90_000,
    make: (seed) => makeTable(seed, LINES),
  },
]

describe('a run that was interrupted goes on where it stopped', () => {
  for (const [index, { why, options, bytes, make }] of KINDS.entries()) {
    test(`${why}, interrupted at random places until it ends`, async () => {
      const chance = createChance(index + 5)
      const paths = [writeList('one', make(index + 1)), writeList('two', make(index + 50))]
      const open = (): ReturnType<typeof openInputFile>[] => paths.map((path) => openInputFile(path))
      const expected = await dedupe(await Promise.all(open()), { ...options, memory: { bytes: 1e9, temp } })
      const memory = { bytes, temp, saveAfterBytes: 1, threadBytes: 0 }
      let interruptions = 0
      for (;;) {
        const inputs = await Promise.all(open())
        const onProgress = interruptions < 6 ? failAfter(1 + chance(6)) : undefined
        try {
          // Every run has another salt, as every process has.
          const got = await dedupe(inputs, { ...options, memory, onProgress, salt: `salt ${interruptions}` })
          assert.ok(got.text === expected.text, 'the output differs')
          assert.deepEqual(got.report, expected.report)
          break
        } catch (error) {
          assert.ok(error instanceof Interruption, String(error))
          interruptions += 1
        }
      }
      assert.ok(interruptions > 1)
      assert.deepEqual(readdirSync(temp), [])
    })
  }
})

/** Interrupts a run over `path` after it has saved its state. Returns its folder. */
async function interrupt(path: string, blocks = 2): Promise<string> {
  const inputs = [await openInputFile(path)]
  const memory = { bytes: 90_000, temp, saveAfterBytes: 1 }
  await assert.rejects(dedupe(inputs, { memory, onProgress: failAfter(blocks) }), Interruption)
  const [name = ''] = readdirSync(temp)
  return join(temp, name)
}

test('what was read before is not read again', async () => {
  const list = text(3)
  const path = writeList('list', list)
  const expected = await dedupe([createTextInput('list', list)], { memory: { bytes: 1e9 } })
  const left = await interrupt(path, 3)
  const state = JSON.parse(readFileSync(join(left, 'state.json'), 'utf8')) as { inputs: { bytes: number }[] }
  const read = state.inputs[0]?.bytes ?? 0
  assert.ok(read > 1_000_000)
  // The same file by all that is looked at, but with other lines where the run has been after its table was full.
  const changed = Buffer.from(list)
  for (let at = 600_000; at < read; at += 1) if (changed[at] !== 10) changed[at] = 0x78
  writeFileSync(path, changed)
  utimesSync(path, 1_700_000_000, 1_700_000_000)
  const got = await dedupe([await openInputFile(path)], { memory: { bytes: 90_000, temp } })
  assert.ok(got.text === expected.text, 'the output differs')
})

test('a list that has changed is another run, and the folder of the old one is named', async () => {
  const path = writeList('list', text(4))
  const left = await interrupt(path)
  const list = text(5)
  writeFileSync(path, list)
  const expected = await dedupe([createTextInput('list', list)], { memory: { bytes: 1e9 } })
  const stale: string[] = []
  const memory = { bytes: 90_000, temp, onStale: (paths: readonly string[]) => void stale.push(...paths) }
  const got = await dedupe([await openInputFile(path)], { memory })
  assert.ok(got.text === expected.text)
  assert.deepEqual(stale, [left])
})

test('other options are another run', async () => {
  const path = writeList('list', text(4))
  await interrupt(path)
  const expected = await dedupe([await openInputFile(path)], { memory: { bytes: 1e9 }, withKey: true })
  const got = await dedupe([await openInputFile(path)], { memory: { bytes: 90_000, temp }, withKey: true })
  assert.ok(got.text === expected.text)
})

const DAMAGES = [
  { why: 'a state that cannot be read', damage: (left: string) => writeFileSync(join(left, 'state.json'), '{') },
  {
    why: 'a state from before the machine was started',
    damage: (left: string) => {
      const file = join(left, 'state.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace(/"savedAt":\d+/, '"savedAt":5'))
    },
  },
  {
    why: 'a folder that another process works in',
    damage: (left: string) => writeFileSync(join(left, 'lock'), String(process.ppid)),
  },
]

for (const { why, damage } of DAMAGES) {
  test(`${why} is not used`, async () => {
    const path = writeList('list', text(6))
    const expected = await dedupe([await openInputFile(path)], { memory: { bytes: 1e9 } })
    damage(await interrupt(path))
    const got = await dedupe([await openInputFile(path)], { memory: { bytes: 90_000, temp } })
    assert.ok(got.text === expected.text)
  })
}

test('a folder that others may write to is refused', async () => {
  const path = writeList('list', text(6))
  const left = await interrupt(path)
  chmodSync(left, 0o777)
  const got = dedupe([await openInputFile(path)], { memory: { bytes: 90_000, temp } })
  await assert.rejects(got, /cannot use the temporary folder .*--temp/)
})

test('nobody else may read the key of the hash', async () => {
  const left = await interrupt(writeList('list', text(6)))
  assert.equal(statSync(left).mode & 0o777, 0o700)
  for (const name of readdirSync(left)) assert.equal(statSync(join(left, name)).mode & 0o077, 0, name)
})

test('what comes through a pipe leaves nothing behind, whatever happens', async () => {
  const inputs = [createTextInput('stdin', text(7))]
  const got = dedupe(inputs, { memory: { bytes: 90_000, temp, saveAfterBytes: 1 }, onProgress: failAfter(2) })
  await assert.rejects(got, Interruption)
  assert.deepEqual(readdirSync(temp), [])
})

for (const name of ['texts', 'hashes-7', 'lengths', 'state.json.new']) {
  test(`a disk that is full when ${name} is written: a clear error, and nothing is lost`, async () => {
    const path = writeList('list', text(8))
    const memory = { bytes: 90_000, temp, saveAfterBytes: 1 }
    const expected = await dedupe([await openInputFile(path)], { memory: { bytes: 1e9 } })
    // Found by its name, which depends on the list.
    const left = await interrupt(path)
    rmSync(left, { recursive: true })
    mkdirSync(left, { mode: 0o700 })
    symlinkSync('/dev/full', join(left, name))
    const failed = dedupe([await openInputFile(path)], { memory })
    await assert.rejects(
      failed,
      /cannot write the temporary .*: The disk is full\. Free some space and run again\..*--temp/,
    )
    rmSync(join(left, name))
    const got = await dedupe([await openInputFile(path)], { memory })
    assert.ok(got.text === expected.text)
    assert.deepEqual(readdirSync(temp), [])
  })
}

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { onLeftover, unregisterTemporary } from '../../../src/io/temporary-files.ts'
import { SpillFolder } from '../../../src/bulk/spill/spill-folder.ts'
import { canonist } from '@canonist/test-support/command.ts'

const temp = mkdtempSync(join(tmpdir(), 'canonist-test-'))
after(() => rmSync(temp, { recursive: true, force: true }))

const onlyLinux = process.platform === 'linux' ? false : 'only inotify reports removals in their order'

test(
  'the state is removed before any other file: a kill in between must not leave a state without its files',
  { skip: onlyLinux },
  async () => {
    const folder = SpillFolder.open({ folder: temp, identity: 'removed', bootTime: 0 })
    folder.save({ salt: 'x' }, 1)
    for (let index = 0; index < 64; index += 1) writeFileSync(folder.file(`groups-${index}`), 'text')
    const removed: (string | null)[] = []
    const watcher = watch(folder.path, (_, name) => removed.push(name))
    // Events of the files above may still be on their way to a watcher that has just begun.
    await wait(20)
    removed.length = 0
    folder.remove()
    while (removed.length < 60) await wait(5)
    watcher.close()
    assert.equal(removed[0], 'state.json')
  },
)

test('the folder of a killed run that cannot be resumed is removed; one of another machine is named, one in use stays', () => {
  const place = { folder: mkdtempSync(join(temp, 'runs-')), identity: null, bootTime: 0 }
  const [killed, foreign, own, other] = [1, 2, 3, 4].map(() => SpillFolder.open(place)) as [Spill, Spill, Spill, Spill]
  const ended = spawnSync(process.execPath, ['--version']).pid
  giveTo(killed, ended)
  giveTo(other, process.ppid)
  unregisterTemporary(foreign.path)
  writeFileSync(foreign.file('lock'), `${ended}-0123456789ab-1`)
  const [stale, removed]: [string[], string[]] = [[], []]
  onLeftover((path) => void removed.push(path))
  const next = SpillFolder.open({ ...place, onStale: (paths) => void stale.push(...paths) })
  const isLinux = process.platform === 'linux'
  assert.deepEqual(removed, isLinux ? [killed.path] : [])
  assert.deepEqual(stale.toSorted(), (isLinux ? [foreign.path] : [foreign.path, killed.path]).toSorted())
  assert.equal(existsSync(killed.path), !isLinux)
  assert.ok(existsSync(other.path))
  for (const folder of [own, next]) folder.remove()
})

test('the folder of a killed run that can be resumed stays, and is named', () => {
  const place = { folder: mkdtempSync(join(temp, 'runs-')), identity: 'one', bootTime: 0 }
  const killed = SpillFolder.open(place)
  giveTo(killed, spawnSync(process.execPath, ['--version']).pid)
  const stale: string[] = []
  const next = SpillFolder.open({ ...place, identity: 'two', onStale: (paths) => void stale.push(...paths) })
  assert.deepEqual([stale, existsSync(killed.path)], [[killed.path], true])
  next.remove()
})

test('the folder of a killed run with the same output is removed, unless it is the run that is resumed', () => {
  const [output, other] = [join(temp, 'unique.txt'), join(temp, 'other.txt')]
  const place = { folder: mkdtempSync(join(temp, 'runs-')), bootTime: 0 }
  const open = (identity: string, output: string) => SpillFolder.open({ ...place, identity, output })
  const [killed, resumed, kept, held] = [
    open('one', output),
    open('two', output),
    open('three', other),
    open('four', output),
  ]
  const ended = spawnSync(process.execPath, ['--version']).pid
  for (const folder of [killed, resumed, kept]) giveTo(folder, ended)
  giveTo(held, process.ppid)
  const removed: string[] = []
  onLeftover((path) => void removed.push(path))
  SpillFolder.removeReplaced({ ...place, identity: 'two' })
  assert.deepEqual(removed, [])
  SpillFolder.removeReplaced({ ...place, identity: 'two', output })
  assert.deepEqual(removed, process.platform === 'linux' ? [killed.path] : [])
  assert.deepEqual(
    [resumed, kept, held].map(({ path }) => existsSync(path)),
    [true, true, true],
  )
})

test('dedupe removes the folder of a killed run with the same output, and says so, also if it needs no folder of its own', async () => {
  const folder = mkdtempSync(join(temp, 'runs-'))
  const output = join(temp, 'again.txt')
  const killed = SpillFolder.open({ folder, identity: 'one', bootTime: 0, output })
  giveTo(killed, spawnSync(process.execPath, ['--version']).pid)
  const { code, stderr } = await canonist(['dedupe', '--temp', folder, '-o', output], {
    stdin: 'https://example.com/\n',
  })
  assert.equal(code, 0, stderr)
  assert.equal(existsSync(killed.path), process.platform !== 'linux')
  if (process.platform === 'linux')
    assert.ok(stderr.includes(`removed ${killed.path}, which an earlier run left`), stderr)
})

type Spill = ReturnType<typeof SpillFolder.open>

/** As if the process with this number had opened the folder. */
function giveTo(folder: SpillFolder, pid: number): void {
  unregisterTemporary(folder.path)
  const lock = readFileSync(folder.file('lock'), 'utf8')
  writeFileSync(folder.file('lock'), lock.replace(String(process.pid), String(pid)))
}

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { unregisterTemporary } from '../../../src/io/temporary-files.ts'
import { SpillFolder } from '../../../src/bulk/spill/spill-folder.ts'

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

test('the folder of a killed run that cannot be resumed is named; one that is in use is not', () => {
  const place = { folder: mkdtempSync(join(temp, 'runs-')), identity: null, bootTime: 0 }
  const [killed, own, other] = [SpillFolder.open(place), SpillFolder.open(place), SpillFolder.open(place)]
  giveTo(killed, spawnSync(process.execPath, ['--version']).pid)
  giveTo(other, process.ppid)
  const stale: string[] = []
  const next = SpillFolder.open({ ...place, onStale: (paths) => void stale.push(...paths) })
  assert.deepEqual(stale, [killed.path])
  for (const folder of [own, next]) folder.remove()
})

/** As if the process with this number had opened the folder. */
function giveTo(folder: SpillFolder, pid: number): void {
  unregisterTemporary(folder.path)
  const lock = readFileSync(folder.file('lock'), 'utf8')
  writeFileSync(folder.file('lock'), lock.replace(String(process.pid), String(pid)))
}

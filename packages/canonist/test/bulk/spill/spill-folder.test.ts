import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
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

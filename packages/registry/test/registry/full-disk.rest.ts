import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freshFolder } from '@canonist/test-support/databases.ts'

const LINES = 9000
const SCRIPT = fileURLToPath(new URL('support/processes/fill-disk.ts', import.meta.url))

/** A disk of its own that is nearly full, and later is not: only this process sees it, and it is gone with it. */
const SMALL_DISK = `mount -t tmpfs -o size=16m tmpfs "$0" && cd "$0" && head -c 13500000 /dev/zero > ballast
  "$@" && rm ballast && "$@"`

/** Where nothing may be mounted: files that may not grow. SQLite is told so by another code of the system than by a full disk. */
const SMALL_FILES = `cd "$0" && (ulimit -S -f 1500 && "$@") && "$@"`

const DISKS = [
  { command: 'unshare', args: ['--mount', 'sh', '-c', SMALL_DISK], code: 'store/disk-full' },
  { command: 'unshare', args: ['--map-root-user', '--mount', 'sh', '-c', SMALL_DISK], code: 'store/disk-full' },
  { command: 'bash', args: ['-c', SMALL_FILES], code: 'store/disk-error' },
]

interface Told {
  readonly outcome: string
  readonly done: number
  readonly position: number
  readonly faults: readonly unknown[]
  readonly state: string
}

function run(command: string, args: readonly string[]): Told[] | null {
  const child = [process.execPath, '--conditions=canonist-source', SCRIPT, 'full.db', String(LINES)]
  const { stdout, status } = spawnSync(command, [...args, ...child], { encoding: 'utf8' })
  const told = (stdout ?? '').split('\n').filter((line) => line.startsWith('{'))
  return status === 0 ? told.map((line) => JSON.parse(line) as Told) : null
}

test('a disk that is full in the middle of ingest: one clear code, nothing acknowledged is lost, and with room it resumes', (t) => {
  const folder = freshFolder()
  for (const { command, args, code } of DISKS) {
    const told = run(command, [...args, folder])
    if (told === null) continue
    t.diagnostic(`${command} ${args[0]}: stopped behind line ${told[0]?.done}`)
    const [full, whole] = told
    assert.equal(full?.outcome, code)
    assert.ok(full.done > 0 && full.done < LINES, `${full.done} lines`)
    assert.equal(full.position, full.done)
    assert.deepEqual([full.faults, whole?.faults], [[], []])
    assert.deepEqual(whole, run('bash', ['-c', 'cd "$0" && "$@"', freshFolder()])?.[0])
    return
  }
  assert.fail('there was no way to fill a disk here')
})

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { writeAtomically } from '../../src/io/write-atomically.ts'
import { IoError } from '../../src/io/errors.ts'
import { getProcessMark } from '../../src/io/process-mark.ts'
import { onLeftover } from '../../src/io/temporary-files.ts'
import { canonist, start, temporaryFolder } from '@canonist/test-support/command.ts'

const IS_ROOT = process.getuid?.() === 0
const SCRIPT = fileURLToPath(new URL('support/write-until-told.ts', import.meta.url))
const NODE = [process.execPath, '--conditions=canonist-source', SCRIPT] as const

interface Place {
  readonly folder: string
  /** A file in it, with a mode and an owner of its own. */
  file(name: string, content: string, mode?: number): string
  names(): string[]
}

/** A folder for one test. */
function place(): Place {
  const { path, file } = temporaryFolder()
  const make = (name: string, content: string, mode = 0o644): string => {
    const made = file(name, content)
    chmodSync(made, mode)
    return made
  }
  return { folder: path, file: make, names: () => readdirSync(path).toSorted() }
}

const put = (path: string, text: string): Promise<void> => writeAtomically(path, (write) => write(Buffer.from(text)))

const readMode = (path: string): number => statSync(path).mode & 0o7777
const read = (path: string): string => readFileSync(path, 'utf8')

test('a new file gets the mode that umask leaves it', async () => {
  const { folder, names } = place()
  const before = process.umask(0o027)
  try {
    await put(join(folder, 'new'), 'new')
  } finally {
    process.umask(before)
  }
  assert.deepEqual([readMode(join(folder, 'new')), names()], [0o640, ['new']])
})

for (const mode of [0o600, 0o640, 0o666, 0o755, 0o4755]) {
  test(`an existing file keeps its mode ${mode.toString(8)}`, async () => {
    const { file } = place()
    const path = file('old', 'old', mode)
    await put(path, 'new')
    assert.deepEqual([readMode(path), read(path)], [mode, 'new'])
  })
}

test('an existing file keeps its owner and group', { skip: !IS_ROOT && 'only root may give files away' }, async () => {
  const { file } = place()
  const path = file('old', 'old', 0o640)
  chownSync(path, 1234, 2345)
  await put(path, 'new')
  const { uid, gid } = statSync(path)
  assert.deepEqual([uid, gid, readMode(path)], [1234, 2345, 0o640])
})

test('who may not give files away owns the new file, without the rights of others', async (t) => {
  if (!IS_ROOT) return t.skip('only root can make files of other users')
  const { folder, file } = place()
  chmodSync(folder, 0o777)
  const shared = file('shared', 'old', 0o4775)
  const foreign = file('foreign', 'old', 0o4676)
  const group = 65_534
  chownSync(shared, 0, group)
  chownSync(foreign, 0, 1)
  chmodSync(shared, 0o4775)
  chmodSync(foreign, 0o4676)
  for (const path of [shared, foreign]) {
    const [node, ...args] = [...NODE, path]
    const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: '' }
    assert.equal(spawnSync(node, args, { uid: 65_533, gid: group, env }).status, 0)
    assert.equal(read(path), 'written')
  }
  const access = [shared, foreign].map((path) => [statSync(path).uid, statSync(path).gid, readMode(path)])
  assert.deepEqual(access, [
    [65_533, group, 0o775],
    [65_533, group, 0o606],
  ])
})

test('a link stays, and the file at its end is replaced', async () => {
  const { folder, file } = place()
  mkdirSync(join(folder, 'below'))
  const target = file('below/target', 'old', 0o600)
  symlinkSync('below/target', join(folder, 'second'))
  symlinkSync(join(folder, 'second'), join(folder, 'first'))
  await put(join(folder, 'first'), 'new')
  assert.deepEqual([read(target), readMode(target)], ['new', 0o600])
  assert.equal(readlinkSync(join(folder, 'first')), join(folder, 'second'))
  assert.deepEqual(readdirSync(join(folder, 'below')), ['target'])
})

test('a link to a file that does not exist yet makes that file', async () => {
  const { folder } = place()
  symlinkSync('later', join(folder, 'link'))
  await put(join(folder, 'link'), 'new')
  assert.equal(read(join(folder, 'later')), 'new')
  assert.ok(lstatSync(join(folder, 'link')).isSymbolicLink())
})

test('links that lead in a circle are refused', async () => {
  const { folder } = place()
  symlinkSync('b', join(folder, 'a'))
  symlinkSync('a', join(folder, 'b'))
  await assert.rejects(put(join(folder, 'a'), 'new'), { name: 'IoError', code: 'io/link-loop' })
})

test('of a file with two hard links only the named one is replaced', async () => {
  const { folder, file } = place()
  const path = file('one', 'old', 0o600)
  linkSync(path, join(folder, 'two'))
  await put(path, 'new')
  assert.deepEqual([read(path), readMode(path), read(join(folder, 'two'))], ['new', 0o600, 'old'])
})

test('a link or a file under a name that others might guess is left alone', async () => {
  const { folder, file, names } = place()
  const victim = file('victim', 'precious')
  const own = file('out.tmp', 'own')
  for (const name of ['out.part', '.out.tmp', 'out~']) symlinkSync(victim, join(folder, name))
  await put(join(folder, 'out'), 'new')
  assert.deepEqual([read(victim), read(own)], ['precious', 'own'])
  assert.deepEqual(names(), ['.out.tmp', 'out', 'out.part', 'out.tmp', 'out~', 'victim'].toSorted())
})

test('while it is written, the new file has another name each time, and no other user may read it', async () => {
  const { file, names } = place()
  const path = file('secret', 'old', 0o600)
  const seen = new Set<string>()
  for (let times = 0; times < 3; times += 1) {
    await writeAtomically(path, async (write) => {
      const name = names().find((other) => other !== 'secret') ?? ''
      assert.match(name, /^\.secret\.\d+-[\w-]+\.[0-9a-f]{24}\.tmp$/)
      assert.equal(readMode(join(path, '..', name)), 0o600)
      seen.add(name)
      await write(Buffer.from('new'))
      assert.equal(read(path), times === 0 ? 'old' : 'new')
    })
  }
  assert.deepEqual([seen.size, names()], [3, ['secret']])
})

test('a name of 255 bytes has room beside it', async () => {
  const { folder, names } = place()
  for (const name of ['n'.repeat(255), 'ñ'.repeat(127), '語'.repeat(85)]) await put(join(folder, name), 'new')
  assert.equal(names().length, 3)
})

test('a file without write permission is refused, also for root', async () => {
  const { file, names } = place()
  const path = file('protected', 'old', 0o444)
  await assert.rejects(put(path, 'new'), { name: 'IoError', code: 'io/write-protected' })
  assert.deepEqual([read(path), names()], ['old', ['protected']])
})

const REFUSED = [
  { why: 'an empty name', name: '', code: 'io/not-found' },
  { why: 'a folder', name: '.', code: 'io/is-a-folder' },
  { why: 'a folder that is not there yet', name: 'none/', code: 'io/is-a-folder' },
  { why: 'a file in a folder that is not there', name: 'none/file', code: 'io/no-folder' },
] as const

for (const { why, name, code } of REFUSED) {
  test(`${why} is refused before anything is read for it`, async () => {
    const { folder } = place()
    const path = name === '' ? '' : `${folder}/${name}`
    const failed = writeAtomically(path, () => assert.fail('it was read'))
    await assert.rejects(failed, { name: 'IoError', code })
  })
}

test('what fails on the way is thrown as it is, and leaves the old file and nothing else', async () => {
  const { file, names } = place()
  const path = file('old', 'old')
  const fault = new Error('the database is gone')
  const failed = writeAtomically(path, async (write) => {
    await write(Buffer.from('half'))
    throw fault
  })
  await assert.rejects(failed, (error) => error === fault && !(error instanceof IoError))
  assert.deepEqual([read(path), names()], ['old', ['old']])
})

const SMALL_DISK =
  'mount -t tmpfs -o size=1m tmpfs "$0" && cd "$0" && printf old > out && "$@"; echo "$(cat out) $(ls -A)"'
const SMALL_FILES = 'cd "$0" && printf old > out && (ulimit -S -f 512 && "$@"); echo "$(cat out) $(ls -A)"'
const DISKS = [
  { command: 'unshare', args: ['--mount', 'sh', '-c', SMALL_DISK], code: 'io/disk-full' },
  { command: 'unshare', args: ['--map-root-user', '--mount', 'sh', '-c', SMALL_DISK], code: 'io/disk-full' },
  { command: 'bash', args: ['-c', SMALL_FILES], code: 'io/file-too-large' },
] as const

test('a disk that fills up leaves the old file and nothing else', () => {
  for (const { command, args, code } of DISKS) {
    const { folder } = place()
    const { stdout } = spawnSync(command, [...args, folder, ...NODE, 'out', 'fill'], { encoding: 'utf8' })
    if (!stdout?.includes('IoError')) continue
    assert.deepEqual(stdout.trim().split('\n'), [`IoError ${code}`, 'old out'])
    return
  }
  assert.fail('there was no way to fill a disk here')
})

const ENDS = [
  { signal: 'SIGINT', how: 'wait' },
  { signal: 'SIGTERM', how: 'wait' },
  { signal: 'SIGHUP', how: 'wait' },
  { signal: 'SIGINT', how: 'command' },
] as const

for (const { signal, how } of ENDS) {
  test(`${signal} (${how}) leaves the old file and nothing else, and ends the process as ever`, async () => {
    const { file, names } = place()
    const path = file('old', 'old')
    const [node, ...args] = [...NODE, path, how]
    const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    assert.equal(names().length, 2)
    child.kill(signal)
    assert.deepEqual(await once(child, 'exit'), [null, signal])
    assert.deepEqual([read(path), names()], ['old', ['old']])
  })
}

test('process.exit leaves the old file and nothing else', () => {
  const { file, names } = place()
  const path = file('old', 'old')
  const [node, ...args] = [...NODE, path, 'exit']
  assert.equal(spawnSync(node, args).status, 7)
  assert.deepEqual([read(path), names()], ['old', ['old']])
})

test('no listener stays behind', async () => {
  const { file } = place()
  const path = file('old', 'old')
  const count = (): number[] => ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name))
  const before = count()
  await Promise.all([put(path, 'a'), put(path, 'b'), assert.rejects(put(`${path}/c`, 'c'))])
  assert.deepEqual(count(), before)
})

test('a pipe is written to directly', async () => {
  const { folder, names } = place()
  const pipe = join(folder, 'pipe')
  assert.equal(spawnSync('mkfifo', [pipe]).status, 0)
  const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] })
  const received = reader.stdout.setEncoding('utf8').toArray()
  await put(pipe, 'through the pipe')
  assert.equal((await received).join(''), 'through the pipe')
  assert.deepEqual([names(), lstatSync(pipe).isFIFO()], [['pipe'], true])
})

const SHELLS = [
  { how: '| cat', shell: '"$@" /dev/stdout | cat' },
  { how: '> FILE', shell: '"$@" /dev/stdout > "$0"; cat "$0"' },
  { how: '>> FILE', shell: 'printf "kept " > "$0"; "$@" /dev/stdout >> "$0"; cat "$0"', before: 'kept ' },
  { how: '3> FILE and /dev/fd/3', shell: '"$@" /dev/fd/3 3> "$0"; cat "$0"' },
] as const

for (const { how, shell, ...rest } of SHELLS) {
  test(`/dev/stdout is written to directly: ${how}`, () => {
    const { folder, names } = place()
    const { stdout, stderr } = spawnSync('bash', ['-c', shell, join(folder, 'out'), ...NODE], { encoding: 'utf8' })
    assert.deepEqual([stdout, stderr], [`${'before' in rest ? rest.before : ''}written`, ''])
    assert.ok(names().every((name) => name === 'out'))
  })
}

const onlyLinux = process.platform === 'linux' ? false : 'only Linux tells the boot and the namespace of a process'

describe('temporary files of killed runs', { skip: onlyLinux }, () => {
  const ended = spawnSync(process.execPath, ['--version']).pid
  const random = 'a'.repeat(24)
  const [, space = ''] = /^\d+-(.*)$/.exec(getProcessMark()) ?? []
  const leftovers: { why: string; name: string; isRemoved: boolean }[] = [
    { why: 'its process has ended', name: `.out.${ended}-${space}.${random}.tmp`, isRemoved: true },
    { why: 'its process runs', name: `.out.${process.ppid}-${space}.${random}.tmp`, isRemoved: false },
    { why: 'it is of this process', name: `.out.${process.pid}-${space}.${random}.tmp`, isRemoved: false },
    {
      why: 'another boot, or host',
      name: `.out.${ended}-0123456789ab-${space.split('-')[1]}.${random}.tmp`,
      isRemoved: false,
    },
    { why: 'another container', name: `.out.${ended}-${space.split('-')[0]}-1.${random}.tmp`, isRemoved: false },
    { why: 'an unknown place', name: `.out.${ended}-unknown.${random}.tmp`, isRemoved: false },
    { why: 'another output', name: `.out2.${ended}-${space}.${random}.tmp`, isRemoved: false },
    { why: 'no name of ours', name: `.out.${ended}-${space}.${random}.tmp.bak`, isRemoved: false },
    { why: 'of an older version', name: `.out.${random}.tmp`, isRemoved: false },
  ]
  for (const { why, name, isRemoved } of leftovers) {
    test(`${isRemoved ? 'removed' : 'left alone'}: ${why}`, async () => {
      const { folder, file, names } = place()
      file(name, 'half')
      const told: string[] = []
      onLeftover((path) => void told.push(path))
      await put(join(folder, 'out'), 'new')
      assert.deepEqual(names(), isRemoved ? ['out'] : [name, 'out'])
      assert.deepEqual(told, isRemoved ? [join(folder, name)] : [])
    })
  }

  test('left alone: a link or a folder with such a name', async () => {
    const { folder, file, names } = place()
    const victim = file('victim', 'precious')
    symlinkSync(victim, join(folder, leftovers[0]?.name ?? ''))
    mkdirSync(join(folder, `.out.${ended}-${space}.${'b'.repeat(24)}.tmp`))
    await put(join(folder, 'out'), 'new')
    assert.equal(names().length, 4)
    assert.equal(read(victim), 'precious')
  })

  test('a command that is killed, and the next one with the same output', async () => {
    const { folder, names } = place()
    const out = join(folder, 'out.txt')
    const killed = start(['normalize', '-o', out, '-'])
    while (names().length === 0) await wait(20)
    const others = await canonist(['normalize', '-o', out, 'https://e.com/'])
    assert.deepEqual([others.code, others.stderr, names().length], [0, '', 2])
    killed.kill('SIGKILL')
    await once(killed, 'close')
    const [left = ''] = names()
    const next = await canonist(['normalize', '-o', out, 'https://e.com/'])
    assert.equal(next.stderr, `canonist: removed ${join(folder, left)}, which an earlier run left when it was killed\n`)
    assert.deepEqual([next.code, names()], [0, ['out.txt']])
  })
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import { canonist, commandLine, temporaryFolder, type Ran } from '@canonist/test-support/command.ts'

const { path: folder, file } = temporaryFolder()
const registry = join(folder, 'registry.db')
const log = file('log.jsonl', '{"url":"https://e.example/a?s=1"}\n{"url":"https://e.example/a?s=2"}\n')
const LINK = '[a](https://www.boe.es/buscar/act.php?id=BOE-A-2015-11430&utm_source=x)\n'

before(async () => {
  const opened = await openRegistry(registry)
  await opened.ingest(Array.from({ length: 500 }, (_, index) => `https://e.example/${index}`))
  await opened.close()
  chmodSync(folder, 0o755)
})

interface Writer {
  readonly name: string
  readonly old: string
  run(output: string, options?: Parameters<typeof canonist>[1]): Promise<Ran>
  /** What the file has when it was written. */
  readonly becomes: RegExp
}

/** Every command that writes a file which the user names. */
const WRITERS: readonly Writer[] = [
  {
    name: 'export -o',
    old: 'old\n',
    run: (output, options) => canonist(['export', 'pages', '--db', registry, '-o', output], options),
    becomes: /"canonicalUrl":"https:\/\/e\.example\/0"/,
  },
  {
    name: 'learn --report',
    old: 'old\n',
    run: (output, options) => canonist(['learn', '--quiet', '--report', output, log], options),
    becomes: /^# /,
  },
  {
    name: 'validate --fix',
    old: LINK,
    run: (output, options) => canonist(['validate', '--fix', output], options),
    becomes: /^\[a\]\(\S+\?id=BOE-A-2015-11430\)\n$/,
  },
]

let count = 0

/** A folder of its own, with the file that is to be written. */
function output(old: string, mode: number): string {
  const own = join(folder, `own-${(count += 1)}`)
  mkdirSync(own)
  const path = file(`own-${count}/out.md`, old)
  chmodSync(path, mode)
  return path
}

const namesBeside = (path: string): string[] => readdirSync(join(path, '..')).toSorted()

for (const { name, old, run, becomes } of WRITERS) {
  test(`${name} keeps the mode of a file, and a link under a name that can be guessed is left alone`, async () => {
    const path = output(old, 0o600)
    const victim = file(`own-${count}/victim`, 'precious')
    symlinkSync(victim, `${path}.part`)
    const { stderr } = await run(path)
    assert.match(readFileSync(path, 'utf8'), becomes, stderr)
    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.equal(readFileSync(victim, 'utf8'), 'precious')
    assert.deepEqual(namesBeside(path), ['out.md', 'out.md.part', 'victim'])
  })

  test(`${name} follows a link and keeps it`, async () => {
    const path = output(old, 0o640)
    const link = join(path, '..', 'link.md')
    symlinkSync('out.md', link)
    await run(link)
    assert.match(readFileSync(path, 'utf8'), becomes)
    assert.deepEqual([lstatSync(link).isSymbolicLink(), statSync(path).mode & 0o777], [true, 0o640])
  })

  test(`${name} says that links lead in a circle`, async () => {
    const path = output(old, 0o644)
    const [one, two] = [join(path, '..', 'one.md'), join(path, '..', 'two.md')]
    symlinkSync(two, one)
    symlinkSync(one, two)
    const { code, stderr } = await run(one)
    assert.match(stderr, /^canonist: cannot (?:read|write) \S+one\.md: Its symbolic links form a loop\. Check where/)
    assert.equal(code, 3)
  })

  test(`${name} refuses a write-protected file with exit code 3`, async () => {
    const path = output(old, 0o444)
    const { code, stderr } = await run(path)
    assert.equal(code, 3)
    assert.match(stderr, /cannot write \S+out\.md: It is write-protected. Make it writable/)
    assert.deepEqual([readFileSync(path, 'utf8'), namesBeside(path)], [old, ['out.md']])
  })

  test(`${name} refuses a file of another user with exit code 3, although its folder is open to all`, async (t) => {
    if (process.getuid?.() !== 0) return t.skip('only root can run it as somebody else')
    const path = output(old, 0o644)
    chmodSync(join(path, '..'), 0o777)
    for (const name of ['registry.db', 'log.jsonl']) chmodSync(join(folder, name), 0o644)
    const { code, stderr } = await run(path, { uid: 65_534, env: { NODE_COMPILE_CACHE: '' } })
    assert.match(stderr, /cannot write \S+out\.md: This user may not write it/)
    assert.deepEqual([code, readFileSync(path, 'utf8'), namesBeside(path)], [3, old, ['out.md']])
  })
}

test('export -o: a full disk gives exit code 3 and leaves the old file', (t) => {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const shell =
    'mount -t tmpfs -o size=32k tmpfs "$0" && printf old > "$0/out" && "$@"; echo "$? $(cat "$0/out") $(ls -A "$0")"'
  const command = commandLine(['export', 'pages', '--db', registry, '-o', join(disk, 'out')])
  for (const flags of [[], ['--map-root-user']]) {
    const args = [...flags, '--mount', 'sh', '-c', shell, disk, ...command]
    const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' })
    if (!stderr?.includes('canonist:')) continue
    assert.match(stderr, /^canonist: cannot write \S+: The disk is full. Free some space and run again.\n$/)
    assert.equal(stdout, '3 old out\n')
    return
  }
  t.skip('nothing may be mounted here')
})

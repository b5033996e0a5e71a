import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { commandLine } from '@canonist/test-support/command.ts'
import { freshFolder } from '@canonist/test-support/databases.ts'

const READS = [
  ['find', 'https://a.example/1'],
  ['export', 'pages'],
  ['frontier', 'list'],
  ['frontier', 'stats'],
  ['frontier', 'explain', 'https://a.example/1'],
  ['review', 'list'],
  ['review', 'show', '1'],
]

const quote = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ')
const run = (...args: readonly string[]): string => quote(commandLine([...args, '--db', 'r.db']))

/** A disk of its own, of two megabytes, that nothing more fits on; only these processes see it, and it is gone with them. */
const SCRIPT = `mount -t tmpfs -o size=2m tmpfs "$0" && cd "$0" || exit 99
  printf 'https://a.example/1\nhttps://a.example/2\nnonsense\n' | ${run('frontier', 'add', '--quiet', '-')}
  cat /dev/zero > ballast 2> /dev/null
  echo x > probe 2> /dev/null && test -s probe && exit 98
  ${READS.map((words) => `${run(...words)} > /dev/null || echo "failed: ${words.join(' ')}"`).join('\n  ')}
  ${run('add', 'https://a.example/new')} 2>&1; echo "add: $?"
  rm ballast
  ${run('add', '--quiet', 'https://a.example/new')}; echo "with room: $?"
  ${run('export', 'pages')} | wc -l`

test('on a full disk everything can be read and nothing written, and with room everything works again', (t) => {
  const folder = freshFolder()
  for (const args of [['--mount'], ['--map-root-user', '--mount']]) {
    const { status, stdout } = spawnSync('unshare', [...args, 'sh', '-c', SCRIPT, folder], { encoding: 'utf8' })
    if (status === 99 || status === null || stdout === '') continue
    assert.notEqual(status, 98, 'the disk was not full')
    const lines = stdout.trim().split('\n')
    assert.deepEqual(
      lines.filter((line) => line.startsWith('failed')),
      [],
    )
    assert.match(stdout, /The disk is full.*\nadd: 3\nwith room: 0\n\s*3\n$/)
    return
  }
  t.skip('nothing can be mounted here')
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { SECTIONS } from '../src/cli/catalogue.ts'
import { describeCommands } from '../src/cli/help/describe-commands.ts'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'

const { path: folder, file } = temporaryFolder()
const commands = await describeCommands(SECTIONS)
const scripts = { bash: '', zsh: '', fish: '' }

before(async () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const { code, stdout } = await canonist(['completion', shell])
    assert.equal(code, 0)
    scripts[shell] = stdout
    writeFileSync(join(folder, shell), stdout)
  }
  file('links.txt', '')
})

/** What bash offers behind these words; the last is the one that is typed. */
function complete(...words: readonly string[]): string[] {
  const typed = words.map((word) => `'${word}'`).join(' ')
  const script = `source ./bash
    compopt() { :; }
    COMP_WORDS=(canonist ${typed}); COMP_CWORD=${words.length}
    _canonist; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' })
  assert.equal(stderr, '')
  return stdout.trim().split('\n')
}

const cases: { words: string[]; gives: string[] }[] = [
  { words: ['norm'], gives: ['normalize'] },
  { words: ['frontier', 're'], gives: ['requeue'] },
  { words: ['help', 'can'], gives: ['canonicalize'] },
  { words: ['help', 'policy', 'te'], gives: ['test'] },
  { words: ['normalize', '--pol'], gives: ['--policy'] },
  { words: ['frontier', 'add', '--max'], gives: ['--max-invalid'] },
  { words: ['normalize', '--format', 'j'], gives: ['jsonl'] },
  { words: ['normalize', '-f', 'c'], gives: ['csv'] },
  { words: ['normalize', '--format', '=', 't'], gives: ['text', 'tsv'] },
  { words: ['work', '--no-f'], gives: ['--no-follow-redirects'] },
  { words: ['learn', '--report', 'li'], gives: ['links.txt'] },
  { words: ['learn', '--name', 'li'], gives: [''] },
  { words: ['completion', 'z'], gives: ['zsh'] },
  { words: ['normalize', '--policy', 'feed-'], gives: ['feed-aggressive', 'feed-moderate', 'feed-conservative'] },
  { words: ['normalize', '-p', 'ded'], gives: ['dedupe'] },
  // Bash itself offers files if no policy has such a name.
  { words: ['normalize', '--policy', 'li'], gives: ['links'] },
  { words: ['normalize', '--policy', './'], gives: [''] },
  { words: ['policy', 'show', 'rf'], gives: ['rfc3986'] },
  { words: ['policy', 'diff', 'dedupe', 'so'], gives: ['sources'] },
  { words: ['policy', 'rekey', 'ded'], gives: ['dedupe'] },
  { words: ['export', 're'], gives: ['rejected', 'reviews'] },
  { words: ['export', 'pages', '--format', 'p'], gives: ['parquet'] },
  { words: ['priority', 'P'], gives: ['P0', 'P1', 'P2'] },
  { words: ['frontier', 'list', '--reason', 'too_many_r'], gives: ['too_many_redirects'] },
  { words: ['serve', 't'], gives: ['token'] },
  { words: ['serve', '--read'], gives: ['--read-only'] },
  { words: ['serve', '--read-only', '--max-f'], gives: ['--max-fetches'] },
  { words: ['serve', 'token', '--e'], gives: ['--expires'] },
  { words: ['serve', 'token', '--max-f'], gives: [''] },
  { words: ['serve', 'token', 'w'], gives: ['write'] },
  { words: ['help', 'serve', 't'], gives: ['token'] },
  // Bash itself offers files where nothing else is offered.
  { words: ['normalize', 'li'], gives: [''] },
]
for (const { words, gives } of cases) {
  test(`canonist ${words.join(' ')}⇥ ${gives.join(' ')}`, () => assert.deepEqual(complete(...words), gives))
}

test('every command and every flag is in every script', () => {
  for (const [shell, script] of Object.entries(scripts)) {
    for (const { name, flags } of commands) {
      assert.ok(script.includes(name), `${shell}: ${name}`)
      for (const { long } of flags) {
        const flag = long.replace('[no-]', '')
        assert.ok(script.includes(shell === 'fish' ? `-l ${flag.slice(2)}` : flag), `${shell}: ${name} ${flag}`)
      }
    }
  }
})

for (const [shell, check] of [
  ['bash', ['bash', '-n']],
  ['zsh', ['zsh', '-n']],
  ['fish', ['fish', '--no-execute']],
] as const) {
  const [program = '', flag = ''] = check
  const isThere = spawnSync(program, ['-c', 'true']).status === 0
  test(`${shell} reads its script`, { skip: isThere ? false : `${shell} is not installed` }, () => {
    const { status, stderr } = spawnSync(program, [flag, join(folder, shell)], { encoding: 'utf8' })
    assert.deepEqual([status, stderr], [0, ''])
  })
}

test('another shell is wrong usage', async () => {
  const { code, stderr } = await canonist(['completion', 'tcsh'])
  assert.equal(code, 2)
  assert.match(stderr, /SHELL "tcsh": it must be one of bash, zsh, fish/)
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, openSync } from 'node:fs'
import { test } from 'node:test'
import { canonist, commandLine, temporaryFolder } from '@canonist/test-support/command.ts'

const folder = temporaryFolder()
const URL_IN = 'https://example.com/'

const cases = [
  { args: [], code: 0, says: /^$/ },
  { args: ['--help'], code: 0, says: /^$/ },
  { args: ['--version'], code: 0, says: /^$/ },
  { args: ['nonsense'], code: 2, says: /nonsense is not a command\. Run canonist --help to list the commands\.\n/ },
  { args: ['normalise'], code: 2, says: /normalise is not a command\. Did you mean: canonist normalize\n/ },
  { args: ['toString'], code: 2, says: /toString is not a command\. Run canonist/ },
  { args: ['list'], code: 2, says: /Did you mean review list, frontier list or policy list\?\n/ },
  { args: ['help', 'normal'], code: 2, says: /Did you mean: canonist help normalize\n/ },
  { args: ['--nonsense'], code: 2, says: /--nonsense needs a command before it\. Run canonist --help to/ },
  {
    args: ['frontier', '--json'],
    code: 2,
    says: /--json needs a command before it\. Did you mean: canonist frontier list --json\n/,
  },
  { args: ['policy', 'nonsense'], code: 2, says: /policy nonsense is not a command\. Run canonist policy --help to/ },
  { args: ['policy', 'tset'], code: 2, says: /Did you mean: canonist policy test\n/ },
  { args: ['normalize', '--nonsense'], code: 2, says: /--nonsense/ },
  { args: ['normalize', '--format', 'xml', URL_IN], code: 2, says: /xml/ },
  { args: ['normalize', '--policy'], code: 2, says: /--policy/ },
  {
    args: ['normalize', '--column', 'x', URL_IN],
    code: 2,
    says: /--column needs an input with columns\. Add --input-format/,
  },
  {
    args: ['normalize', '--explain', '--format', 'csv', URL_IN],
    code: 2,
    says: /--explain cannot be shown in csv output\. Leave out/,
  },
  {
    args: ['dedupe', '--groups', '--format', 'text', URL_IN],
    code: 2,
    says: /--groups cannot be shown in text output\. Leave out/,
  },
  { args: ['explain'], code: 2, says: /URL/ },
  { args: ['compare', URL_IN], code: 2, says: /B/ },
  { args: ['policy', 'test'], code: 2, says: /FILE/ },
  { args: ['policy', 'import', 'x'], code: 2, says: /--input-format/ },
  {
    args: ['policy', 'import', '--input-format', 'clean-param', 'x'],
    code: 2,
    says: /does not name its host\. Add --host/,
  },
  {
    args: ['policy', 'import', '--input-format', 'clearurls', '--host', 'e.com', 'x'],
    code: 2,
    says: /--host is for clean-param/,
  },
  {
    args: ['normalize', 'no-such-file.txt'],
    code: 3,
    says: /cannot read no-such-file\.txt: It does not exist. Check the path./,
  },
  { args: ['dedupe', '.'], code: 3, says: /cannot read \.: It is a folder. Name the files in it./ },
  {
    args: ['policy', 'import', '--input-format', 'clearurls', 'none.json'],
    code: 3,
    says: /cannot read none\.json: It does not exist/,
  },
  { args: ['normalize', ''], code: 3, says: /cannot read "": It does not exist/ },
  { args: ['normalize', '--', '--odd-name'], code: 3, says: /cannot read --odd-name/ },
]

for (const { args, code, says } of cases) {
  test(`canonist ${args.join(' ')}: exit ${code}`, async () => {
    const ran = await canonist(args)
    assert.match(ran.stderr, says)
    assert.equal(ran.code, code)
    if (code > 0) assert.match(ran.stderr, /^canonist: [^\n]+\n$/)
    if (code > 0) assert.equal(ran.stdout, '')
  })
}

test('a wrong name is reported before the first line is out', async () => {
  const ran = await canonist(['normalize', folder.file('good.txt', `${URL_IN}\n`), 'no-such-file.txt'])
  assert.deepEqual([ran.code, ran.stdout], [3, ''])
})

test('a file that may not be read', async () => {
  const file = folder.file('secret.txt', URL_IN)
  chmodSync(folder.path, 0o755)
  chmodSync(file, 0o000)
  // Root may read everything, so it asks somebody else to try.
  const somebody = process.getuid?.() === 0 ? { uid: 65_534, env: { NODE_COMPILE_CACHE: '' } } : {}
  const ran = await canonist(['normalize', file], somebody)
  assert.match(ran.stderr, /This user may not read it/)
  assert.equal(ran.code, 3)
})

test('a folder as stdin', async () => {
  const [node = '', ...rest] = commandLine(['normalize'])
  const fd = openSync(folder.path, 'r')
  const { status, stdout, stderr } = spawnSync(node, rest, { stdio: [fd, 'pipe', 'pipe'], encoding: 'utf8' })
  closeSync(fd)
  assert.deepEqual(
    [status, stdout, stderr],
    [3, '', 'canonist: cannot read stdin: It is a folder. Name the files in it.\n'],
  )
})

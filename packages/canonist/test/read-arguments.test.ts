import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCommand } from '../src/cli/catalogue.ts'
import { readArguments, type ReadArguments } from '../src/cli/flags/read-arguments.ts'
import { canonist } from '@canonist/test-support/command.ts'

/** Reads the arguments of the command that they name. */
async function read(args: readonly string[]): Promise<ReadArguments> {
  const found = findCommand(args)
  assert.ok(found.kind === 'command')
  return readArguments((await found.load()).parameters, found.rest)
}

const cases: { args: string[]; becomes: string[] }[] = [
  { args: ['normalize', '-j2'], becomes: ['-j=2'] },
  { args: ['normalize', '-j', '2'], becomes: ['-j', '2'] },
  { args: ['normalize', '-j=2'], becomes: ['-j=2'] },
  { args: ['normalize', '-qp', 'dedupe'], becomes: ['-q', '-p', 'dedupe'] },
  { args: ['normalize', '-qpdedupe', 'a.txt'], becomes: ['-q', '-p=dedupe', 'a.txt'] },
  { args: ['normalize', '-', '--', '-0', '--help'], becomes: ['-', '--', '-0', '--help'] },
  { args: ['normalize', '--column', '-0', '-q'], becomes: ['--column', '-0', '-q'] },
  { args: ['normalize', '--column', '--help'], becomes: ['--column', '--help'] },
  { args: ['normalize', '--column=-0', '-q'], becomes: ['--column=-0', '-q'] },
  { args: ['normalize', '-f', '-0', '-q'], becomes: ['-f', '-0', '-q'] },
  { args: ['normalize', '--csv-safe', '-q'], becomes: ['--csv-safe', '-q'] },
  { args: ['normalize', '-o', '-', '-oout.txt'], becomes: ['-o', '-', '-o=out.txt'] },
  {
    args: ['work', '--host-delay', '-5', '--no-follow-redirects'],
    becomes: ['--host-delay', '-5', '--no-follow-redirects'],
  },
  { args: ['validate', '-qfjson'], becomes: ['-q', '-f=json'] },
  { args: ['check', '-fmd', '--config', 'x.yaml', '--all'], becomes: ['-f=md', '--all'] },
  { args: ['frontier', 'add', '-qpsources'], becomes: ['-q', '-p=sources'] },
]

for (const { args, becomes } of cases) {
  test(`${args.join(' ')} → ${becomes.join(' ')}`, async () => {
    const arguments_ = await read(args)
    assert.ok(arguments_.ok && !arguments_.wantsHelp)
    assert.deepEqual(arguments_.args, becomes)
  })
}

for (const args of [['--help'], ['-h'], ['-qh'], ['a.txt', '--help'], ['--column', 'x', '-h']]) {
  test(`normalize ${args.join(' ')} asks for help`, async () => {
    const arguments_ = await read(['normalize', ...args])
    assert.ok(arguments_.ok && arguments_.wantsHelp)
  })
}

for (const flag of ['--output', '--policy', '--column', '--config']) {
  test(`normalize ${flag}= needs a value`, async () => {
    const { code, stderr } = await canonist(['normalize', `${flag}=`, 'a.txt'])
    assert.equal(code, 2)
    assert.match(stderr, new RegExp(`${flag} needs a value`))
  })
}

const unknown: { args: string[]; says: string }[] = [
  {
    args: ['normalize', '--polcy', 'x'],
    says: '--polcy is not a flag of normalize. Did you mean --policy?\n',
  },
  { args: ['normalize', '--out=x'], says: '--out is not a flag of normalize. Did you mean --output?\n' },
  {
    args: ['learn', '--input', 'x'],
    says: '--input is not a flag of learn. Did you mean --input-format?\n',
  },
  { args: ['normalize', '--nonsense'], says: '--nonsense is not a flag of normalize. Run canonist normalize --help' },
  {
    args: ['normalize', '--no-quiet'],
    says: '--no-quiet is not a flag of normalize. Did you mean --quiet?\n',
  },
  { args: ['normalize', '--toString'], says: '--toString is not a flag of normalize. Run canonist' },
]
for (const { args, says } of unknown) {
  test(`${args.join(' ')}: ${says}`, async () => {
    const { code, stderr } = await canonist(args)
    assert.equal(code, 2)
    assert.ok(stderr.startsWith(`canonist: ${says}`), stderr)
  })
}

for (const flag of ['-0', '-x', '-qx', '-2j', '-é', '-toString']) {
  test(`${flag} is a usage error, not a file`, async () => {
    const ran = await canonist(['normalize', flag])
    const message = `canonist: ${flag} is not a flag of normalize. Run canonist normalize --help to list its flags. If it is a file, write ./${flag}\n`
    assert.deepEqual([ran.code, ran.stdout, ran.stderr], [2, '', message])
  })
}

test('-j2 and -qprfc3986 work as typed', async () => {
  const ran = await canonist(['normalize', '-j2', '-qprfc3986'], { stdin: 'HTTPS://E.com/?utm_source=x\n' })
  assert.deepEqual([ran.code, ran.stdout, ran.stderr], [0, 'https://e.com/?utm_source=x\n', ''])
})

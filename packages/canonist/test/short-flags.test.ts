import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadRoutes } from '../src/cli/application.ts'
import { expandShortFlags } from '../src/cli/flags/short-flags.ts'
import { canonist } from './support/command.ts'

const routes = await loadRoutes()

const cases: { args: string[]; becomes: string[] }[] = [
  { args: ['normalize', '-j2'], becomes: ['normalize', '-j=2'] },
  { args: ['normalize', '-j', '2'], becomes: ['normalize', '-j', '2'] },
  { args: ['normalize', '-j=2'], becomes: ['normalize', '-j=2'] },
  { args: ['normalize', '-qp', 'dedupe'], becomes: ['normalize', '-q', '-p', 'dedupe'] },
  { args: ['normalize', '-qpdedupe', 'a.txt'], becomes: ['normalize', '-q', '-p=dedupe', 'a.txt'] },
  { args: ['normalize', '-fcsv', '-h'], becomes: ['normalize', '-f=csv', '-h'] },
  { args: ['normalize', '-', '--', '-0'], becomes: ['normalize', '-', '--', '-0'] },
  { args: ['normalize', '--column', '-0', '-q'], becomes: ['normalize', '--column', '-0', '-q'] },
  { args: ['normalize', '--column=-0', '-q'], becomes: ['normalize', '--column=-0', '-q'] },
  { args: ['normalize', '-f', '-0', '-q'], becomes: ['normalize', '-f', '-0', '-q'] },
  { args: ['normalize', '--csv-safe', '-q'], becomes: ['normalize', '--csv-safe', '-q'] },
  { args: ['work', '--host-delay', '-5'], becomes: ['work', '--host-delay', '-5'] },
  { args: ['frontier', 'add', '-qfcsv'], becomes: ['frontier', 'add', '-q', '-f=csv'] },
  { args: ['-v'], becomes: ['-v'] },
  { args: ['nonsense', '-0'], becomes: ['nonsense', '-0'] },
  { args: ['frontier', '-0'], becomes: ['frontier', '-0'] },
  { args: [], becomes: [] },
]

for (const { args, becomes } of cases) {
  test(`${args.join(' ')} → ${becomes.join(' ')}`, () => {
    assert.deepEqual(expandShortFlags(routes, args), { ok: true, args: becomes })
  })
}

for (const flag of ['-0', '-x', '-qx', '-2j', '-é', '-toString']) {
  test(`${flag} is a usage error, not a file`, async () => {
    const ran = await canonist(['normalize', flag])
    const message = `canonist: ${flag} is not a flag of normalize; canonist normalize --help lists its flags, and a file of that name is written ./${flag}\n`
    assert.deepEqual([ran.code, ran.stdout, ran.stderr], [2, '', message])
  })
}

test('-j2 and -qprfc3986 work as typed', async () => {
  const ran = await canonist(['normalize', '-j2', '-qprfc3986'], { stdin: 'HTTPS://E.com/?utm_source=x\n' })
  assert.deepEqual([ran.code, ran.stdout, ran.stderr], [0, 'https://e.com/?utm_source=x\n', ''])
})

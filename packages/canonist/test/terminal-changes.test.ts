import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonist } from '@canonist/test-support/command.ts'
import { runInTerminal } from '@canonist/test-support/pseudo-terminal.ts'

// The changes of explain and compare, in terminals that are too narrow for their table.

const EXPLAIN = ['explain', 'https://Shop.Example.com/a/../tea/green?utm_source=letter&size=250g&colour=black#reviews']
const COMPARE = ['compare', 'https://e.com/tea/green/leaves?size=250g&colour=black', 'https://e.com/cups']

test('explain gives each change a line of its own, and shows of a long URL what is around the change', async () => {
  const { screen } = await runInTerminal(EXPLAIN, { columns: 80 })
  assert.deepEqual(screen.lines.slice(0, 14), [
    '',
    '  rule                    tier',
    '  lowercase-host          safe',
    '    https://Shop.Exampleshop.example.com/a/../tea/green?utm_source=letter&size=…',
    '  remove-dot-segments     usually-safe',
    '    https://shop.example.com/a/../tea/green?utm_source=letter&size=250g&colour=…',
    '  remove-tracking-params  lossy         (removed utm_source)',
    '    …/shop.example.com/tea/green?utm_source=letter&size=250g&colour=black#revie…',
    '  sort-query              lossy',
    '    ….example.com/tea/green?size=250g&colour=blackcolour=black&size=250g#reviews',
    '  remove-fragment         lossy',
    '    https://shop.example.com/tea/green?colour=black&size=250g#reviews',
    '',
    '  result    https://shop.example.com/tea/green?colour=black&size=250g',
  ])
  assert.ok(screen.isBalanced)
})

test('compare does, too', async () => {
  const { screen } = await runInTerminal(COMPARE, { columns: 60 })
  assert.deepEqual(screen.lines.slice(4), [
    '  A  sort-query      lossy',
    '    …een/leaves?size=250g&colour=blackcolour=black&size=250g',
    '  B  already normal',
  ])
})

test('a change is always whole, even where it does not fit', async () => {
  const { screen } = await runInTerminal(['explain', `https://e.com/tea?utm_source=${'x'.repeat(90)}&b=1`], {
    columns: 60,
  })
  assert.ok(screen.lines.join('').includes(`utm_source=${'x'.repeat(90)}&b=1`), screen.text)
})

for (const { args, columns } of [
  { args: EXPLAIN, columns: 160 },
  { args: COMPARE, columns: 160 },
])
  test(`${args[0]} is a table in ${columns} columns, and everywhere but in a terminal`, async () => {
    const { screen } = await runInTerminal(args, { columns, env: { NO_COLOR: '1' } })
    const { stdout } = await canonist(args, { env: { COLUMNS: '40' } })
    assert.equal(`${screen.text}\n`, stdout.replace(/\n+$/, '\n'))
    assert.match(stdout, /^ +(?:A +)?sort-query +lossy +https:\/\/.*leaves\?|^ +sort-query +lossy +https:.*#reviews$/m)
    assert.ok(!stdout.includes('…'))
  })

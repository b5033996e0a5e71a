import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SECTIONS } from '../src/cli/catalogue.ts'
import { describeCommands } from '../src/cli/help/describe-commands.ts'
import { showCommandHelp, showFamilyHelp, showRootHelp } from '../src/cli/help/show-help.ts'
import { isFamily, listEntries } from '../src/cli/help/list-entries.ts'
import { layOutRows, wrap, wrapCommand } from '../src/cli/help/wrap.ts'
import { createPaint } from '../src/cli/output/paint.ts'
import { suggestWords } from '@canonist/core/internal/text/nearest'
import { canonist } from '@canonist/test-support/command.ts'

const commands = await describeCommands(SECTIONS)
const paint = createPaint(false)

for (const width of [40, 80, 132]) {
  test(`no line of help is wider than ${width} columns, except usage and words that cannot be broken`, async () => {
    const options = { width, paint }
    const families = [...listEntries(SECTIONS)].flatMap(([name, entry]) => (isFamily(entry) ? [{ name, entry }] : []))
    const pages = [
      await showRootHelp(SECTIONS, options),
      ...(await Promise.all(families.map(({ name, entry }) => showFamilyHelp(name, entry, options)))),
      ...commands.map(({ name, command }) => showCommandHelp(name, command, options)),
    ]
    for (const page of pages) {
      const lines = page.split('\n').filter((line) => !/^(?:Usage:|      ) canonist/.test(line))
      const wide = lines.filter((line) => line.length > width && /[^\s"'] [^\\]/.test(line.trim()))
      // A description has at least 20 columns, whatever the width.
      if (width >= 80) assert.deepEqual(wide, [])
      assert.ok(!page.includes('undefined') && !/[[(]default = /.test(page))
    }
  })
}

for (const { command, width, lines } of [
  { command: 'canonist find --json x', width: 80, lines: ['canonist find --json x'] },
  { command: 'canonist find --json x', width: 22, lines: ['canonist find --json x'] },
  {
    command: 'canonist export pages --output a.csv > log',
    width: 32,
    lines: ['canonist export pages \\', '  --output a.csv > log'],
  },
  {
    command: 'canonist export pages --output averylongname.csv',
    width: 20,
    lines: ['canonist export \\', '  pages --output \\', '  averylongname.csv'],
  },
  { command: 'canonist find --json x', width: 21, lines: ['canonist find \\', '  --json x'] },
  { command: `canonist find "a b" 'c d'`, width: 20, lines: ['canonist find \\', `  "a b" 'c d'`] },
  {
    command: 'canonist find --host=averylongname',
    width: 10,
    lines: ['canonist \\', '  find \\', '  --host=averylongname'],
  },
]) {
  test(`${command} in ${width} columns: ${lines.join(' / ')}`, () =>
    assert.deepEqual(wrapCommand(command, width), lines))
}

for (const { name, help } of commands) {
  test(`canonist ${name}: wrapped examples are the same commands`, () => {
    for (const example of help.examples)
      assert.equal(wrapCommand(example, 40).join('\n').replaceAll(' \\\n ', ''), example)
  })
}

test('the root lists every command once, in groups, and each fits a line of 80 columns', async () => {
  const page = await showRootHelp(SECTIONS, { width: 80, paint })
  for (const [word] of listEntries(SECTIONS)) assert.equal(page.match(new RegExp(`^  ${word} `, 'gm'))?.length, 1, word)
  const rows = page.slice(page.indexOf('URLs:'), page.indexOf('General options:'))
  assert.doesNotMatch(rows, /^ {6,}/m)
  assert.deepEqual(
    [...rows.matchAll(/^(\w+):$/gm)].map(([, title]) => title),
    ['URLs', 'Network', 'Registry', 'Links', 'Crawl', 'Policies', 'Service', 'Other'],
  )
})

for (const { name, help, flags } of commands) {
  test(`canonist ${name}: its text begins with a verb, and has no full stop where one is added`, () => {
    for (const text of [help.summary, ...flags.map((flag) => flag.text)]) {
      assert.match(text, /^[A-Z0-9$]/)
      assert.doesNotMatch(text, /\.$/)
    }
    assert.ok(help.summary.length <= 64, help.summary)
    for (const text of help.details) assert.match(text, /\.$/)
  })
}

const same: readonly (readonly [string[], string[]])[] = [
  [['help'], ['--help']],
  [['help'], []],
  [['help', 'help'], ['help']],
  [['help'], ['-h']],
  [
    ['help', 'normalize'],
    ['normalize', '--help'],
  ],
  [
    ['help', 'frontier'],
    ['frontier', '--help'],
  ],
  [['help', 'frontier'], ['frontier']],
  [
    ['help', 'frontier', 'add'],
    ['frontier', 'add', '-qh', 'x.txt'],
  ],
]
for (const [one, other] of same) {
  test(`canonist ${one.join(' ')} is canonist ${other.join(' ')}`, async () => {
    const [a, b] = [await canonist(one), await canonist(other)]
    assert.deepEqual([a.code, b.code, a.stderr, b.stderr], [0, 0, '', ''])
    assert.equal(a.stdout, b.stdout)
    assert.match(a.stdout, /^Usage: canonist/)
  })
}

test('help is as wide as COLUMNS says, and 80 without it', async () => {
  const widest = async (env: Record<string, string>): Promise<number> => {
    const { stdout } = await canonist(['help'], { env })
    return Math.max(...stdout.split('\n').map(({ length }) => length))
  }
  const [wide, usual, narrow] = [
    await widest({ COLUMNS: '200' }),
    await widest({ COLUMNS: '' }),
    await widest({ COLUMNS: '50' }),
  ]
  assert.ok(wide > 80 && usual <= 80 && usual > 70 && narrow <= 50, `${wide} ${usual} ${narrow}`)
  assert.equal(await widest({ COLUMNS: 'many' }), usual)
})

test('rows are in columns; a long label has a line to itself', () => {
  const rows = [
    ['-q, --quiet', 'Say nothing at all'],
    ['    --connect-to <host:port:addr:port>', 'Connect elsewhere'],
  ] as const
  assert.deepEqual(layOutRows(rows, 60), [
    '  -q, --quiet  Say nothing at all',
    '      --connect-to <host:port:addr:port>',
    '               Connect elsewhere',
  ])
  assert.deepEqual(wrap('one two averylongword three', 8), ['one two', 'averylongword', 'three'])
})

test('in a narrow terminal, descriptions start below their labels, and a long usage goes on below itself', async () => {
  const { stdout } = await canonist(['help', 'policy', 'import'], { env: { COLUMNS: '60' } })
  assert.match(stdout, /^Usage: canonist policy import \[options\] --input-format\n {9}FORMAT FILE\n/)
  assert.match(stdout, /^ {6}--name <name>\n {10}Name of the new policy$/m)
  assert.ok(stdout.split('\n').every(({ length }) => length <= 60))
})

const suggestions: { word: string; gives: string[] }[] = [
  { word: 'normalise', gives: ['normalize'] },
  { word: 'Normalize', gives: ['normalize'] },
  { word: 'norm', gives: ['normalize'] },
  { word: 'tset', gives: ['test'] },
  { word: 'xyz', gives: [] },
  { word: 'toString', gives: [] },
  { word: 'a', gives: [] },
]
for (const { word, gives } of suggestions) {
  test(`${word} → ${gives.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(suggestWords(word, ['normalize', 'dedupe', 'test', 'work', 'learn']), gives)
  })
}

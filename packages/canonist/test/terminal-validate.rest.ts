import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'
import { runInTerminal, type TerminalEnd, type TerminalOptions } from '@canonist/test-support/pseudo-terminal.ts'

// The findings of validate as a person sees them: by file, with the line that each is about.

const { path: cwd, file } = temporaryFolder()
file('tea.md', '# Tea\n\nSee [green](https://e.com/green?utm_source=x), and\n\t[black](http:///black).\n')
file('cups.json', '{ "cups": ["https://e.com/?b=1&fbclid=1",\r\n  "https://e.com/?b=1"]\r\n}\r\n')
file('broken.json', '{ "a": "https://e.com/"\n  "b": 1 }\n')
file('hostile.md', '<https://ada:secret@e.com/> \u001b[8m\u202e [x](https://e.com/?utm_source=x)\u001b[2J\n')
file('fine.md', '[fine](https://e.com/)\n')

const run = (args: readonly string[], options: TerminalOptions = {}): Promise<TerminalEnd> =>
  runInTerminal(['validate', ...args], { cwd, columns: 80, ...options })

test('findings are grouped by file, each with its line, in which its place is underlined', async () => {
  const { code, screen } = await run(['tea.md', 'fine.md'])
  assert.equal(code, 1)
  assert.deepEqual(screen.lines.slice(0, 11), [
    'tea.md',
    '  3:13  warning  The link has tracking parameters: utm_source. Write',
    '                 https://e.com/green [tracking-left]',
    '  3 │ See [green](https://e.com/green?utm_source=x), and',
    '    │             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^',
    '',
    '  4:10  error  http:///black: Not a valid URL, or parsers disagree about it.',
    '               Write it in full: https://, host, path. [malformed]',
    '  4 │     [black](http:///black).',
    '    │             ^^^^^^^^^^^^^',
    '',
  ])
})

test('the level and the mark have the colour of the level, the file is bold', async () => {
  const { screen } = await run(['tea.md'])
  const STYLES = {
    'tea.md': [1],
    warning: [33],
    ['^'.repeat(32)]: [33],
    error: [31],
    '│': [2],
    '[malformed]': [2],
    See: [],
  }
  assert.deepEqual(Object.fromEntries(Object.keys(STYLES).map((text) => [text, screen.styleOf(text)])), STYLES)
  assert.ok(screen.isBalanced)
})

test('several findings about one link share its line', async () => {
  const { screen } = await run(['cups.json'])
  assert.deepEqual(screen.lines.slice(0, 9), [
    'cups.json',
    '  1:13  warning  The link has tracking parameters: fbclid. Write',
    '                 https://e.com/?b=1 [tracking-left]',
    '  1 │ { "cups": ["https://e.com/?b=1&fbclid=1",',
    '    │             ^^^^^^^^^^^^^^^^^^^^^^^^^^^',
    '',
    '  2:4  warning  https://e.com/?b=1 leads to the same page as cups.json:1:13.',
    '                Remove one of the two, or correct the wrong one. [duplicate]',
    '  2 │   "https://e.com/?b=1"]',
  ])
  const { screen: named } = await run(['--field', 'cups', '--rule', 'home-page=warning', 'cups.json'])
  assert.equal(named.text.match(/^ {2}1 │/gm)?.length, 1)
})

test('a file that cannot be read has its line, too', async () => {
  const { screen } = await run(['broken.json'])
  assert.match(screen.text, /^ {2}2 │ {3}"b": 1 }\n {4}│ {3}\^$/m)
})

test('hostile text and passwords are hidden, and do not move the mark', async () => {
  const { output, screen } = await run(['hostile.md'], { columns: 120 })
  assert.ok(!output.includes('secret'))
  const [line = '', mark = ''] = screen.lines.filter((each) => each.includes('│'))
  assert.equal(line.slice(mark.indexOf('^'), mark.length), 'https://e.com/?utm_source=x')
  assert.match(
    screen.text,
    /^ {2}1 │ <https:\/\/…@e\.com\/> \\u001b\[8m\\u202e \[x\]\(https:\/\/e\.com\/\?utm_source=x\)/m,
  )
})

for (const columns of [24, 50, 120, 300]) {
  test(`in ${columns} columns, no line of source is wider`, async () => {
    const { screen } = await run(['tea.md', 'cups.json'], { columns })
    const marks = screen.lines.filter((line) => /│ *\^+$/.test(line))
    assert.equal(marks.length, 4, screen.text)
  })
}

const TEXT =
  'tea.md:3:13: warning: The link has tracking parameters: utm_source. Write https://e.com/green [tracking-left]\n' +
  'tea.md:4:10: error: http:///black: Not a valid URL, or parsers disagree about it. Write it in full: https://, host, path. [malformed]\n'

test('elsewhere a finding is one line, as before', async () => {
  assert.equal((await canonist(['validate', 'tea.md'], { cwd })).stdout, TEXT)
  const piped = await run(['--quiet', 'tea.md'], { shell: '| cat', columns: 400 })
  assert.equal(piped.output.replaceAll('\r', ''), TEXT)
  await run(['--quiet', 'tea.md'], { shell: '>out.txt' })
  assert.equal(readFileSync(join(cwd, 'out.txt'), 'utf8'), TEXT)
  await run(['tea.md', '-o', 'named.txt'])
  assert.equal(readFileSync(join(cwd, 'named.txt'), 'utf8'), TEXT)
})

test('NO_COLOR leaves the marks, and other formats are what they are', async () => {
  const plain = await run(['tea.md'], { env: { NO_COLOR: '1' } })
  assert.ok(!plain.output.includes('\u001b'))
  assert.match(plain.screen.text, /^ {4}│ {13}\^{32}$/m)
  const { output } = await run(['--quiet', '--format', 'github', 'tea.md'])
  assert.match(output, /^::warning file=tea\.md,/)
})

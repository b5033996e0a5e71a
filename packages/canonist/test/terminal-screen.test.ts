import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { runInTerminal, startInTerminal } from '@canonist/test-support/pseudo-terminal.ts'
import { TerminalScreen } from '@canonist/test-support/terminal-screen.ts'

const done = join(temporaryFolder().path, 'done')

const shown = [
  { why: 'new lines', output: 'one\r\ntwo\n', lines: ['one', 'two'] },
  { why: 'a line that is written over', output: 'one more\rtwo\r\n', lines: ['two more'] },
  { why: 'a line that is erased', output: 'one\r\nhundred\r\u001b[Jtwo', lines: ['one', 'two'] },
  { why: 'a full row does not wrap yet', output: '0123456789\r\u001b[Kx', lines: ['x'] },
  { why: 'a row that wraps', output: '0123456789x\r\u001b[Ky', lines: ['0123456789', 'y'] },
  { why: 'a tab', output: 'a\tb', lines: ['a       b'] },
]
for (const { why, output, lines } of shown) {
  test(`a terminal shows ${why}`, () => {
    const [whole, split] = [new TerminalScreen(10), new TerminalScreen(10)]
    whole.write(output)
    for (const char of output) split.write(char)
    assert.deepEqual([whole.lines, split.lines], [lines, lines])
  })
}

test('a terminal keeps the style until it is turned off', () => {
  const screen = new TerminalScreen(40)
  screen.write('\u001b[1m\u001b[31mbad\u001b[22m worse\u001b[39m')
  assert.deepEqual([screen.styleOf('bad'), screen.styleOf('worse'), screen.isPlain], [[1, 31], [31], true])
  assert.throws(() => screen.styleOf('bad worse'))
  screen.write('\u001b[9m')
  assert.equal(screen.isPlain, false)
  assert.throws(() => screen.write('\u001b[8m'))
})

test('a window that gets narrower wraps its rows anew, and the cursor stays where its character is', () => {
  const screen = new TerminalScreen(20)
  screen.write('before\r\n0123456789\r')
  screen.resize(6)
  assert.deepEqual(screen.lines, ['before', '012345', '6789'])
  screen.write('\u001b[Jx')
  assert.deepEqual(screen.lines, ['before', 'x'])
})

for (const output of ['\u0007', '\u001b]0;title\u0007', '\u001b[2J', '\u001b[?25l', '\u009b31m', '\u001bc']) {
  test(`a terminal refuses ${JSON.stringify(output)}, which no command may write`, () => {
    assert.throws(() => new TerminalScreen(80).write(output), /the terminal got/)
  })
}

test('a command runs in a terminal, where its user types', async () => {
  const session = startInTerminal(['normalize'], { columns: 40 })
  session.type('HTTPS://E.com\n')
  await session.until(({ screen }) => screen.lines.includes('https://e.com/'))
  session.type('\u0004')
  const { code, screen } = await session.ended
  assert.deepEqual([code, screen.lines[0]], [0, 'HTTPS://E.com'])
})

test('Ctrl-C in a terminal ends the command by the signal', async () => {
  const session = startInTerminal(['normalize'])
  await session.until(({ screen }) => screen.text.includes('Type or paste'))
  session.type('\u0003')
  const { code, screen } = await session.ended
  assert.deepEqual([code, screen.lines.at(-1)], [130, '^C'])
})

test('a line that is soon written over is seen, however late its output is read', async () => {
  const shell = String.raw`; printf 'one\033[J\r\r\033[Jtwo\033[J\r\r\033[Jend\n'; touch '${done}'`
  const session = startInTerminal(['--version'], { shell })
  const isLast = (line: string) => session.until(({ screen }) => screen.lines.at(-1) === line)
  const seen = isLast('one')
  while (!existsSync(done)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  await seen
  assert.deepEqual(session.screen.lines.slice(1), ['one'])
  await isLast('two')
  assert.deepEqual([session.screen.lines.slice(1), session.screen.column], [['two'], 0])
  const { screen } = await session.ended
  assert.deepEqual(screen.lines.slice(1), ['end'])
})

test('a command knows the width of its terminal', async () => {
  const widest = async (columns: number): Promise<number> => {
    const { screen } = await runInTerminal(['normalize', '--help'], { columns })
    return Math.max(...screen.lines.map(({ length }) => length))
  }
  assert.ok((await widest(60)) <= 60)
  assert.ok((await widest(100)) > 60)
})

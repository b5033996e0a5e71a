import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { LiveLine } from '../../src/cli/output/live-line.ts'
import { TerminalScreen } from '@canonist/test-support/terminal-screen.ts'

let columns = 40
let screen = new TerminalScreen(columns)
let writes = 0

const terminal = {
  write(text: string): void {
    writes += 1
    // As the terminal driver does.
    screen.write(text.replaceAll('\n', '\r\n'))
  },
  getWindowSize: (): [number, number] => [columns, 24],
}

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setInterval', 'Date'] })
  ;[columns, writes] = [40, 0]
  screen = new TerminalScreen(columns)
})

const openLine = (format: (columns: number) => string): LiveLine => new LiveLine({ terminal, now: Date.now, format })

const writeRow = (line: LiveLine, text: string): void => line.above(text.endsWith('\n'), () => terminal.write(text))

test('work that is done at once draws no line', () => {
  const line = openLine(() => 'working')
  line.drawIfDue()
  line.close()
  assert.equal(writes, 0)
})

test('the line is redrawn in place, five times a second, and leaves nothing', () => {
  let count = 0
  const line = openLine(() => `${count} done`)
  const seen: string[] = []
  for (let ms = 0; ms < 1000; ms += 1) {
    count += 1
    line.drawIfDue()
    mock.timers.tick(1)
    seen.push(screen.text)
  }
  assert.deepEqual([...new Set(seen)], ['', '200 done', '400 done', '600 done', '800 done', '1000 done'])
  assert.equal(writes, 5)
  assert.equal(screen.column, 0)
  line.close()
  assert.equal(screen.text, '')
})

test('a shorter text leaves nothing of the longer one', () => {
  let text = 'a long text'
  const line = openLine(() => text)
  line.draw()
  text = 'short'
  line.draw()
  assert.deepEqual(screen.lines, ['short'])
})

test('a line that has not changed is not written again', () => {
  const line = openLine(() => 'working')
  mock.timers.tick(10_000)
  assert.equal(writes, 1)
  line.close()
  mock.timers.tick(10_000)
  assert.equal(writes, 2)
})

test('other output goes above the line, which is drawn again below', () => {
  const line = openLine(() => 'working')
  writeRow(line, 'one\n')
  line.draw()
  mock.timers.tick(100)
  writeRow(line, 'two\n')
  assert.deepEqual(screen.lines, ['one', 'two', 'working'])
  line.close()
  writeRow(line, 'three\n')
  assert.deepEqual(screen.lines, ['one', 'two', 'three'])
})

test('rows that come fast do not wait for the line', () => {
  const line = openLine(() => 'working')
  line.draw()
  for (let row = 0; row < 1000; row += 1) writeRow(line, 'row\n')
  // It was erased before the first one.
  assert.equal(writes, 1002)
  mock.timers.tick(200)
  assert.equal(screen.lines.at(-1), 'working')
})

test('the line waits until a row is complete', () => {
  const line = openLine(() => 'working')
  line.draw()
  writeRow(line, 'one')
  mock.timers.tick(1000)
  assert.deepEqual(screen.lines, ['one'])
  writeRow(line, ' row\n')
  mock.timers.tick(1000)
  assert.deepEqual(screen.lines, ['one row', 'working'])
})

test('the line fits the window, whatever its width', () => {
  openLine(() => '0123456789'.repeat(10))
  for (const width of [40, 10, 80, 2, 1]) {
    columns = width
    screen.resize(width)
    mock.timers.tick(200)
    assert.equal(screen.lines.length, 1)
    assert.ok((screen.lines[0] ?? '').length <= width)
  }
  assert.equal(screen.column, 0)
})

test('a window that gets narrower shows one line', () => {
  const line = openLine((most) => '0123456789'.repeat(10).slice(0, most))
  writeRow(line, 'above\n')
  line.draw()
  columns = 12
  screen.resize(12)
  assert.ok(screen.lines.length > 2)
  mock.timers.tick(200)
  assert.deepEqual(screen.lines, ['above', '01234567890'])
})

test('a window whose width nobody knows has 80 columns', () => {
  columns = 0
  screen = new TerminalScreen(80)
  openLine((most) => `${most}`).draw()
  assert.deepEqual(screen.lines, ['79'])
})

test('Ctrl-C erases the line and the ^C in it, and what follows begins at the start of a line', () => {
  const line = openLine(() => 'working')
  line.draw()
  screen.write('^C')
  line.interrupt()
  writeRow(line, 'interrupted\n')
  mock.timers.tick(1000)
  line.interrupt()
  assert.deepEqual(screen.lines, ['interrupted'])
})

test('Ctrl-C in a row of the results ends the row', () => {
  const line = openLine(() => 'working')
  writeRow(line, 'half a row')
  screen.write('^C')
  line.interrupt()
  writeRow(line, 'interrupted\n')
  assert.deepEqual(screen.lines, ['half a row^C', 'interrupted'])
})

test('Ctrl-C before the line is drawn erases the ^C', () => {
  const line = openLine(() => 'working')
  screen.write('^C')
  line.interrupt()
  assert.equal(screen.text, '')
})

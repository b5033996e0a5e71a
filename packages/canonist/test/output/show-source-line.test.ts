import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showSourceLine } from '../../src/cli/commands/validate/show-source-line.ts'
import { countColumns } from '@canonist/core/internal/text/columns'

/** The same with the marked part in a row of its own, as a terminal shows it. */
function draw(line: string, marked: string, columns: number): string[] | null {
  const start = line.indexOf(marked)
  const shown = showSourceLine(line, start, start + marked.length, columns)
  return shown === null ? null : [shown.text, `${' '.repeat(shown.indent)}${'^'.repeat(shown.width)}`]
}

const URL = 'https://e.com/?a'
const CASES: { why: string; line: string; marked: string; columns: number; shown: string[] | null }[] = [
  {
    why: 'a short line',
    line: `see ${URL}.`,
    marked: URL,
    columns: 40,
    shown: [`see ${URL}.`, `    ${'^'.repeat(16)}`],
  },
  {
    why: 'tabs end at every fourth column',
    line: `\ta\t${URL}`,
    marked: URL,
    columns: 40,
    shown: [`    a   ${URL}`, `        ${'^'.repeat(16)}`],
  },
  {
    why: 'wide characters take two columns',
    line: `東京 ${URL}`,
    marked: URL,
    columns: 40,
    shown: [`東京 ${URL}`, `     ${'^'.repeat(16)}`],
  },
  {
    why: 'wide characters are marked in both',
    line: 'to https://e.com/東京 now',
    marked: 'https://e.com/東京',
    columns: 40,
    shown: ['to https://e.com/東京 now', `   ${'^'.repeat(18)}`],
  },
  {
    why: 'control characters are shown as escapes',
    line: `\u001b[2J ${URL}\u202e`,
    marked: URL,
    columns: 60,
    shown: [String.raw`\u001b[2J ${URL}\u202e`, `          ${'^'.repeat(16)}`],
  },
  {
    why: 'a long line is cut around the mark',
    line: `${'before '.repeat(20)}${URL}${' after'.repeat(20)}`,
    marked: URL,
    columns: 30,
    shown: [`…before ${URL} afte…`, `        ${'^'.repeat(16)}`],
  },
  {
    why: 'a long line is cut at its end',
    line: `${URL}${' after'.repeat(20)}`,
    marked: URL,
    columns: 30,
    shown: [`${URL} after after …`, '^'.repeat(16)],
  },
  {
    why: 'a long line is cut at its beginning',
    line: `${'before '.repeat(20)}${URL}`,
    marked: URL,
    columns: 30,
    shown: [`…efore before ${URL}`, `              ${'^'.repeat(16)}`],
  },
  {
    why: 'of a mark that is too wide, its beginning is shown',
    line: `${'before '.repeat(20)}https://e.com/${'x'.repeat(100)} after`,
    marked: `https://e.com/${'x'.repeat(100)}`,
    columns: 30,
    shown: ['…before https://e.com/xxxxxxx…', `        ${'^'.repeat(21)}`],
  },
  {
    why: 'half of a wide character at an edge is a space',
    line: `${'東'.repeat(40)}${URL}${'京'.repeat(40)}`,
    marked: URL,
    columns: 31,
    shown: [`… 東東東${URL}京京京…`, `        ${'^'.repeat(16)}`],
  },
  { why: 'a place without length is one column', line: '{ "a" }', marked: '', columns: 30, shown: ['{ "a" }', '^'] },
  {
    why: 'passwords are hidden, before the mark',
    line: 'https://ada:secret@e.com/ https://e.com/',
    marked: ' https://e.com/',
    columns: 60,
    shown: ['https://…@e.com/ https://e.com/', `                ${'^'.repeat(15)}`],
  },
  {
    why: 'passwords are hidden, in the mark',
    line: 'x https://ada:secret@e.com/',
    marked: 'https://ada:secret@e.com/',
    columns: 60,
    shown: ['x https://…@e.com/', `  ${'^'.repeat(16)}`],
  },
  { why: 'a mark in a password', line: 'https://ada:secret@e.com/', marked: 'cret', columns: 60, shown: null },
]
for (const { why, line, marked, columns, shown } of CASES) {
  test(`${why}: ${JSON.stringify(line.slice(0, 40))} in ${columns} columns`, () => {
    assert.deepEqual(draw(line, marked, columns), shown)
    assert.ok(shown === null || shown.every((row) => countColumns(row) <= columns))
  })
}

test('a line of many megabytes is only looked at around the mark', () => {
  const line = `${'東'.repeat(4_000_000)}https://e.com/${'東'.repeat(4_000_000)}`
  const before = process.cpuUsage()
  for (let times = 0; times < 100; times += 1) showSourceLine(line, 4_000_000, 4_000_014, 80)
  assert.ok(process.cpuUsage(before).user < 2_000_000)
})

test('every line is as wide as the room for it at most, wherever the mark is', () => {
  const line = `\t"東京🍵": "https://e.com/東京?\u001b[31m=${'x'.repeat(40)}",\te\u0301nd`
  for (let columns = 20; columns < 90; columns += 7)
    for (let start = 0; start < line.length; start += 3) {
      const shown = showSourceLine(line, start, start + 9, columns)
      assert.ok(shown !== null && countColumns(shown.text) <= columns, `${start} in ${columns}: ${shown?.text}`)
      assert.ok(shown.indent >= 0 && shown.indent + shown.width <= columns, `${start} in ${columns}`)
    }
})

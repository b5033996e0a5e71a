import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaint } from 'canonist/internal/cli/output/paint'
import { formatJson } from '../../src/text/format-json.ts'
import { COLOURS, escapeLines, toPrintable, type Colour } from '../../src/text/printable.ts'

const ESCAPED = [
  { why: 'escape, which begins the commands of a terminal', text: '\u001b[2J', shown: '\\u001b[2J' },
  { why: 'a new line', text: 'a\nb', shown: 'a\\u000ab' },
  { why: 'the one-character form of escape and [', text: '\u009b31m', shown: '\\u009b31m' },
  { why: 'right-to-left override', text: 'gpj.\u202eexe', shown: 'gpj.\\u202eexe' },
  { why: 'an isolate', text: '\u2066a\u2069', shown: '\\u2066a\\u2069' },
  { why: 'Arabic letter mark', text: '\u061c', shown: '\\u061c' },
  { why: 'direction marks', text: '\u200e\u200f', shown: '\\u200e\\u200f' },
  { why: 'zero-width space, non-joiner and joiner', text: '\u200b\u200c\u200d', shown: '\\u200b\\u200c\\u200d' },
  { why: 'word joiner and byte order mark', text: '\u2060\ufeff', shown: '\\u2060\\ufeff' },
  { why: 'line and paragraph separator', text: '\u2028\u2029', shown: '\\u2028\\u2029' },
  { why: 'soft hyphen', text: 'pay\u00adpal', shown: 'pay\\u00adpal' },
  { why: 'a letter as a tag', text: '\u{e0041}', shown: '\\u{e0041}' },
  { why: 'variation selectors', text: '\ufe0f\u{e0100}', shown: '\\ufe0f\\u{e0100}' },
  { why: 'letters that nobody sees', text: '\u3164\u115f\u034f', shown: '\\u3164\\u115f\\u034f' },
  { why: 'a command of GitHub, old style', text: 'x ##[error]y', shown: 'x \\u0023#[error]y' },
  { why: 'a command behind more of them', text: '####[', shown: '##\\u0023#[' },
  { why: 'a command of Azure Pipelines', text: '##vso[task.setvariable]', shown: '\\u0023#vso[task.setvariable]' },
  { why: 'a command of TeamCity', text: '##teamcity[a]', shown: '\\u0023#teamcity[a]' },
] as const

for (const { why, text, shown } of ESCAPED) {
  test(`${why}: ${shown}`, () => {
    assert.equal(toPrintable(text), shown)
    assert.equal(toPrintable(shown), shown)
    // Lines are told apart before; colours have a test of their own.
    if (!text.includes('\n')) assert.equal(escapeLines(text), shown)
    assert.deepEqual(JSON.parse(formatJson(text)), text)
    assert.equal(escapeLines(formatJson(text)), formatJson(text))
    assert.match(formatJson(text), /^[\u0020-\u007e]*$/)
  })
}

const KEPT = ['https://e.com/a?b=c#d', 'año, 年, سنة, 🙂', '## [1.0]', '#a', '::1', 'a::b', 'C:\\u', '']
for (const text of KEPT) {
  test(`${JSON.stringify(text)} stays as it is`, () => {
    assert.equal(toPrintable(text), text)
    assert.equal(escapeLines(text), text)
    assert.equal(formatJson(text), JSON.stringify(text))
  })
}

const LINES = [
  { text: '::error::x\n', shown: '\\u003a:error::x\n' },
  { text: 'a\n  ::set-output name=b::c', shown: 'a\n  \\u003a:set-output name=b::c' },
  { text: '\u00a0::Error::', shown: '\u00a0\\u003a:Error::' },
  { text: 'file ::error::x', shown: 'file ::error::x' },
  { text: '\u001b[8mconcealed\u001b[31mred', shown: '\\u001b[8mconcealed\u001b[31mred' },
  { text: '\u001b[1mbold\u001b[22m \u001b[0K', shown: '\u001b[1mbold\u001b[22m \\u001b[0K' },
]
for (const { text, shown } of LINES) {
  test(`as lines ${JSON.stringify(text)} are ${JSON.stringify(shown)}`, () => {
    assert.equal(escapeLines(text), shown)
    assert.equal(escapeLines(shown), shown)
  })
}

/** Every character, by its general category: https://www.unicode.org/reports/tr44/#General_Category_Values */
test('no format character, separator of lines or ignorable character of Unicode is left', () => {
  const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
  for (let point = 0; point <= 0x10ffff; point += 1) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const char = String.fromCodePoint(point)
    if (unseen.test(char)) assert.match(toPrintable(char), /^\\u(?:[0-9a-f]{4}|\{[0-9a-f]{5,6}\})$/)
    else assert.equal(toPrintable(char), char)
  }
})

test('lines keep the codes of our own colours, and no other style of a terminal', () => {
  const paint = createPaint(true)
  const ours = new Set<number>(Object.values(COLOURS).flatMap(({ on, off }) => [on, off]))
  for (const colour of Object.keys(COLOURS) as Colour[])
    assert.equal(escapeLines(paint(colour, 'text')), paint(colour, 'text'), colour)
  for (let code = 0; code <= 110; code += 1) {
    const kept = escapeLines(`\u001b[${code}mtext`)
    assert.equal(kept, ours.has(code) ? `\u001b[${code}mtext` : `\\u001b[${code}mtext`)
    assert.equal(toPrintable(`\u001b[${code}mtext`), `\\u001b[${code}mtext`)
  }
  for (const code of ['', '1;8', '01', '9:1', '38;5;1']) assert.ok(!escapeLines(`\u001b[${code}m`).includes('\u001b'))
})

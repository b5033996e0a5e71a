import assert from 'node:assert/strict'
import process from 'node:process'
import { describe, test } from 'node:test'
import { FILE_FORMATS } from '../../src/files/read/formats.ts'

/** The links of a document, by line. A link that must not be edited has a `!`. */
function listLinks(format: 'markdown' | 'mdx', content: string): string[] {
  const outcome = FILE_FORMATS[format](content, null)
  assert.ok(outcome.ok)
  return outcome.values.map(({ text, start, spelling }) => {
    assert.ok(start >= 0 && start <= content.length)
    return `${content.slice(0, start).split('\n').length} ${text}${spelling === 'none' ? ' !' : ''}`
  })
}

interface Case {
  readonly why: string
  /** `U` stands for a URL, `U1` for another. */
  readonly content: string
  readonly links: readonly string[]
}

const expand = (text: string): string => text.replace(/\bU(\d?)\b/g, 'https://boe.es/a$1')

function check(format: 'markdown' | 'mdx', cases: readonly Case[]): void {
  for (const { why, content, links } of cases) {
    test(`${JSON.stringify(content)} (${why})`, () => {
      assert.deepEqual(listLinks(format, expand(content)), links.map(expand))
      const quoted = expand(content).replace(/^/gm, '> ')
      if (format === 'markdown') assert.deepEqual(listLinks(format, quoted), links.map(expand), 'in a block quote')
    })
  }
}

describe('blocks of Markdown', () => {
  check('markdown', [
    { why: 'a backtick ends with its list item', content: '- a ` b\n- [a](U1)\n- c `U2` d ` e\n', links: ['2 U1'] },
    { why: 'and with its heading', content: '# a ` b\n[a](U1) `\n', links: ['2 U1'] },
    { why: 'and with its setext heading', content: 'a ` b\n---\nU1 `\n', links: ['3 U1'] },
    { why: 'and with its table cell', content: '| a ` | b |\n|---|---|\n| ` | U1 ` |\n', links: ['3 U1'] },
    { why: 'and before a fence', content: 'a `\n```\nU\n```\nU1 `\n', links: ['5 U1'] },
    { why: 'and before a block quote', content: 'a `\n> U1 `\n', links: ['2 U1'] },
    { why: 'but not with its line', content: '- a `b\n  U c` U1\n', links: ['2 U1'] },
    { why: 'a fence ends with its list item', content: '- a\n  ```\n  U\n\nU1\n', links: ['5 U1'] },
    { why: 'even if the item begins with it', content: '1. ```\n   U\n2. U1\n', links: ['3 U1'] },
    { why: 'a fence in an item needs its indentation', content: '- ```\n  U\n  ```\n  U1\n', links: ['4 U1'] },
    { why: 'a fence of other marks does not close it', content: '````\n```\nU\n~~~~\nU\n`````\nU1\n', links: ['7 U1'] },
    { why: 'nor one with text behind it', content: '```\nU\n``` x\nU\n```\nU1', links: ['6 U1'] },
    { why: 'backticks behind backticks are a code span', content: '``` a ``` U1\n', links: ['1 U1'] },
    { why: 'a paragraph goes on without its marks', content: '- a `b\nU` U1\n', links: ['2 U1'] },
    { why: 'a fence does not', content: '- > ```\n  > U\n  U1\n', links: ['3 U1'] },
    { why: 'code in a list item', content: '- a\n\n      U\n\n  U1\n', links: ['5 U1'] },
    { why: 'an item of five spaces is code', content: '-     U\n- U1\n', links: ['2 U1'] },
    { why: 'a tab is four columns', content: '-\ta\n\n\tU1\n\n\t\tU\n', links: ['3 U1'] },
    { why: 'code cannot interrupt a paragraph', content: 'a\n    U1\n', links: ['2 U1'] },
    { why: 'a number other than 1 cannot, either', content: 'a `\n2. U ` U1\n', links: ['2 U1'] },
    { why: 'an empty item has one empty line at most', content: '-\n\n      U\n', links: [] },
    { why: 'HTML', content: '<div>\nU [a](U)\n\nU1\n</div>\n', links: ['4 U1'] },
    { why: 'HTML with empty lines', content: '<pre>\n\nU\n</pre> U\nU1\n', links: ['5 U1'] },
    { why: 'a tag alone', content: '<x-y a="U">\nU\n\na\n<x-y>\nU1\n', links: ['6 U1'] },
    { why: 'tables', content: 'a | b\n-|-\nU1 | `x\\|y` U2\n# U3', links: ['3 U1', '3 U2', '4 U3'] },
    { why: 'no table without as many cells', content: 'a ` | b\n-|-|-\nU ` U1\n', links: ['3 U1'] },
    { why: 'definitions of two lines', content: '[a]:\n  U1\n  "t"\n[b]: <U2>\n', links: ['2 U1', '4 U2'] },
    { why: 'a definition does not interrupt', content: 'a `\n[b]: U `\n', links: [] },
    { why: 'a thematic break is not an item', content: 'a `\n\n* * *\nU1 `', links: ['4 U1'] },
  ])
})

describe('links in a paragraph', () => {
  check('markdown', [
    { why: 'quoted', content: '"U1" \'U2\', “U3” «U4»', links: ['1 U1', '1 U2', '1 U3”', '1 U4»'] },
    {
      why: 'behind any character but a letter',
      content: '=U1 |U2| 1https://c.es xhttps://d.es',
      links: ['1 U1', '1 U2|', '1 https://c.es'],
    },
    { why: 'in brackets', content: '[U1] [see U2, b] [U3](x y)', links: ['1 U1', '1 U2', '1 U3'] },
    { why: 'before a link', content: '[ U1[x](U2) U3![x](y)', links: ['1 U1', '1 U2', '1 U3'] },
    { why: 'brackets of the URL', content: 'U1?a[]=1&b[] (U2]).', links: ['1 U1?a[]=1&b[]', '1 U2'] },
    { why: 'no host', content: 'https:// https://… https://{host}/ https://*.a.es https://<a>.es', links: [] },
    { why: 'underscores', content: 'https://a_b.es https://a_b.c.es', links: ['1 https://a_b.c.es'] },
    { why: 'a backtick is not edited', content: 'U1`b`', links: ['1 U1`b` !'] },
    { why: 'attributes', content: '<a href="U">U1</a> <b\nx=\'U\'>', links: ['1 U1'] },
    { why: 'the text of a link', content: '[U](U1) [U][a] [U][] [a](b "U")\n\n[a]: b\n[U]: c', links: ['1 U1'] },
    { why: 'the text of an image', content: '![a [b](U) U](c) ![U][c]\n\n[c]: U1', links: ['3 U1'] },
    { why: 'links do not nest', content: '[a [b](U1) c](U2)', links: ['1 U1', '1 U2'] },
    { why: 'code binds tighter', content: '[a `](U)` [b <c d="](U)">', links: [] },
    { why: 'escapes', content: '\\[a](U1) \\` U2 \\` [a\\](U3)', links: ['1 U1', '1 U2', '1 U3'] },
    { why: 'a title of two lines', content: "[a](U1\n'b\nc')", links: ['1 U1'] },
    { why: 'a footnote', content: 'a[^1](U1)\n\n[^1]: U2', links: ['1 U1', '3 U2'] },
  ])
})

describe('MDX', () => {
  check('mdx', [
    { why: 'modules', content: 'import a from "U"\nexport const b = {\n\n  u: "U",\n}\n\nU1\n', links: ['7 U1'] },
    { why: 'tags', content: '<A b="U" c={{ d: `U` }}>\n    [a](U1)\n</A>\n', links: ['2 U1'] },
    { why: 'tags of several lines', content: '<A\n  b={"U>"}\n\n  c="U"\n/>\nU1\n', links: ['6 U1'] },
    { why: 'tags in text', content: 'a <A b="U" c={() => "U"}>U1</A> b', links: ['1 U1'] },
    { why: 'expressions', content: '{/* U */}\n\na {"U"} U1\n\n{\n  f("}", `U`)\n}\n', links: ['3 U1'] },
    { why: 'an apostrophe in a tag of an expression', content: "{a && <b>don't</b>}\n\nU1", links: ['3 U1'] },
    { why: 'no indented code', content: 'a\n\n    U1\n', links: ['3 U1'] },
    { why: 'indented fences', content: '<A>\n      ```\n      U\n      ```\n</A>\nU1', links: ['6 U1'] },
    { why: 'indented quotes', content: '<A>\n    > ```\n    > U\n    > ```\n    > U1\n</A>', links: ['5 U1'] },
    { why: 'code that is never closed is text', content: 'a { U1\n\n<a b\n\n{ U2\n', links: ['1 U1', '5 U2'] },
    { why: 'comments of its first version', content: '<!-- U\n\nU -->\n\nU1 <!-- U -->', links: ['5 U1'] },
    { why: 'a paragraph that begins as a module does', content: 'important U1\n\nexports U2', links: ['1 U1', '3 U2'] },
  ])
})

// Times of one processor: the machine may have other work.
describe('time is linear', () => {
  const PIECES = [
    '- - - ',
    '-\n',
    '> ',
    '[a]: ',
    '<a b="',
    '<a b={',
    '{`${',
    '[https://a.b/',
    '[[a](b)',
    'import {\n',
    '|\n|-|\n',
    '`',
    '![',
  ]
  for (const format of ['markdown', 'mdx'] as const) {
    for (const piece of PIECES) {
      test(`${format}: much ${JSON.stringify(piece)}`, () => {
        const start = process.cpuUsage()
        FILE_FORMATS[format](`https://a.b/ ${piece.repeat(50_000)}`, null)
        FILE_FORMATS[format](`${piece.repeat(50_000)}\n\n${'\n'.repeat(50_000)}`, null)
        assert.ok(process.cpuUsage(start).user < 5_000_000)
      })
    }
  }
})

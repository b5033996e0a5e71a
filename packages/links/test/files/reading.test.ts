import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, test } from 'node:test'
import { createFieldMatcher } from '../../src/files/field-pattern.ts'
import { readLinkFile, formatPath } from '../../src/files/link-file.ts'
import type { FileFormat } from '../../src/files/read/formats.ts'
import { cpuMsSince } from '@canonist/test-support/cpu-time.ts'

/** `line:column path how: text`, with the text as it stands in the file where that differs. */
function listLinks(format: FileFormat, content: string | Buffer, ...fields: readonly string[]): string[] {
  const wanted = fields.length === 0 ? null : createFieldMatcher(fields)
  const file = readLinkFile('a', Buffer.from(content), format, { wanted, lists: null })
  if ('template' in file) return ['template']
  if (!('bytes' in file)) return [`${file.place?.line}:${file.place?.column} ${file.message}`]
  return file.values.map(({ path, text, kind, start, end, spelling }) => {
    const { line, column } = file.locate(start, end)
    const raw = file.bytes.subarray(file.source.toByteOffset(start), file.source.toByteOffset(end)).toString()
    const shown = text === null ? kind : raw === text ? text : `${text} <- ${raw}`
    return `${line}:${column} ${formatPath(path)} ${spelling}: ${shown}`
  })
}

interface Case {
  readonly why: string
  readonly format: FileFormat
  readonly content: string | Buffer
  readonly fields?: readonly string[]
  readonly links: readonly string[]
}

const U = 'https://boe.es/a'
const cases: readonly Case[] = [
  { why: 'a member', format: 'json', content: `{"u": "${U}"}`, links: [`1:8 u json: ${U}`] },
  {
    why: 'escapes',
    format: 'json',
    content: '{"u":"https:\\/\\/boe.es\\/\\u0061"}',
    links: ['1:7 u json-slashes: https://boe.es/a <- https:\\/\\/boe.es\\/\\u0061'],
  },
  {
    why: 'a list, null, a number, an object',
    format: 'json',
    content: `{"u":["${U}",null,7,true,{"v":1}]}`,
    links: [
      `1:8 u[0] json: ${U}`,
      '1:26 u[1] none: null',
      '1:31 u[2] none: a number',
      '1:33 u[3] none: true or false',
      '1:38 u[4] none: an object',
    ],
  },
  { why: 'an empty list', format: 'json', content: '{"u":[]}', links: [] },
  {
    why: 'a byte order mark is in no column',
    format: 'json',
    content: `\ufeff{"u":"${U}"}`,
    links: [`1:7 u json: ${U}`],
  },
  {
    why: 'CRLF, and columns in UTF-16 units',
    format: 'json',
    content: `{\r\n"😀é":1,\r\n"é":0,"u":"${U}"}`,
    links: [`3:12 u json: ${U}`],
  },
  {
    why: 'a name twice',
    format: 'json',
    content: `{"u":"${U}","u":"x"}`,
    links: [`1:7 u json: ${U}`, '1:30 u json: x'],
  },
  { why: 'an escaped name', format: 'json', content: `{"\\u0075":"${U}"}`, links: [`1:12 u json: ${U}`] },
  {
    why: 'without a field all that looks like a URL',
    format: 'json',
    content: `["${U}","x",{"a":"HTTP://b.es"}]`,
    fields: [],
    links: [`1:3 [0] json: ${U}`, '1:31 [2].a json: HTTP://b.es'],
  },
  {
    why: 'no closing quote',
    format: 'json',
    content: '{\n "u": "x',
    links: ['2:7 the text that begins here has no closing quote'],
  },
  { why: 'a comma too many', format: 'json', content: '{"u":1,,}', links: ['1:8 expected a name in quotes here'] },
  { why: 'cut short', format: 'json', content: '{"u":[1', links: ['1:8 the file ends where "," or "]" was expected'] },
  { why: 'two values', format: 'json', content: '{} {}', links: ['1:4 unexpected text after the value'] },
  {
    why: 'comments',
    format: 'json',
    content: `// "u": "${U}/0"\n{ /* {"u": "${U}/1"} */ "u": // x\r\n"${U}//2", /**/ "v": "/* ${U} */" } // end`,
    fields: [],
    links: [`3:2 u json: ${U}//2`],
  },
  {
    why: 'a comment that is never closed',
    format: 'json',
    content: '{\n/* "u": 1 }',
    links: ['2:1 the comment that begins here is never closed'],
  },
  {
    why: 'a slash is not a comment',
    format: 'json',
    content: '{} / x',
    links: ['1:4 unexpected text after the value'],
  },
  { why: 'nothing', format: 'json', content: '', links: ['1:1 the file ends where a value was expected'] },
  {
    why: 'no UTF-8',
    format: 'json',
    content: Buffer.from('{"é":1,\n"u":"\xe9"}', 'latin1'),
    links: ['1:3 the bytes from here on are not UTF-8; save the file as UTF-8'],
  },
  {
    why: 'UTF-8 cut short',
    format: 'json',
    content: Buffer.concat([Buffer.from('"é'), Buffer.from([0xef, 0xbf])]),
    links: ['1:3 the bytes from here on are not UTF-8; save the file as UTF-8'],
  },
  {
    why: 'JSON lines have no comments',
    format: 'jsonl',
    content: '// x\n{}\n',
    links: ['1:1 expected a value here'],
  },
  {
    why: 'a value a line',
    format: 'jsonl',
    content: `{"u":"${U}"}\n\n{"u":"x"}\n`,
    links: [`1:7 [0].u json: ${U}`, '3:7 [1].u json: x'],
  },
  {
    why: 'two values on a line',
    format: 'jsonl',
    content: '{}{}',
    links: ['1:3 unexpected text after the value of this line'],
  },

  { why: 'plain', format: 'yaml', content: `a: 1\nu: ${U} # why\n`, links: [`2:4 u yaml-plain: ${U}`] },
  {
    why: 'single quotes',
    format: 'yaml',
    content: "u: 'https://a.es/it''s'",
    links: ["1:5 u yaml-single: https://a.es/it's <- https://a.es/it''s"],
  },
  {
    why: 'double quotes',
    format: 'yaml',
    content: 'u: "https:\\/\\/a.es\\x2f"',
    links: ['1:5 u yaml-double: https://a.es/ <- https:\\/\\/a.es\\x2f'],
  },
  { why: 'a block', format: 'yaml', content: `u: |\n  ${U}\nv: 1\n`, links: [`2:3 u yaml-block: ${U}`] },
  {
    why: 'a folded block with a header',
    format: 'yaml',
    content: `u: >-\r\n\r\n    ${U}  \r\n`,
    links: [`3:5 u yaml-block: ${U}`],
  },
  {
    why: 'two lines are no link that could be written',
    format: 'yaml',
    content: 'u: https://a.es/\n  b\n',
    links: ['1:4 u none: https://a.es/ b <- https://a.es/\n  b'],
  },
  {
    why: 'flow',
    format: 'yaml',
    content: `x: {u: [${U}, "b"]}`,
    links: [`1:9 x.u[0] yaml-flow: ${U}`, '1:28 x.u[1] yaml-double: b'],
  },
  { why: 'an alias', format: 'yaml', content: `v: &x ${U}\nu: *x\n`, links: [`2:4 u none: ${U} <- *x`] },
  {
    why: 'null, a number, an object',
    format: 'yaml',
    content: 'a: {u: ~}\nb: {u: 7}\nc: {u: {}}\nd:\n  u:\n',
    links: ['1:8 a.u none: null', '2:8 b.u none: a number', '3:8 c.u none: an object', '5:5 d.u none: null'],
  },
  {
    why: 'an unknown tag, where the value matters',
    format: 'yaml',
    content: `v: 1\nu: !env ${U}\nw: { u: ${U} }\n`,
    links: ['2:9 u none: a value with an unknown tag', `3:9 w.u yaml-flow: ${U}`],
  },
  {
    why: 'and where it does not',
    format: 'yaml',
    content: `v: !Ref x\nu: !Ref ${U}\n`,
    fields: [],
    links: [`2:9 u yaml-plain: ${U}`],
  },
  {
    why: 'documents',
    format: 'yaml',
    content: `u: ${U}\n---\nu: x\n`,
    links: [`1:4 [0].u yaml-plain: ${U}`, '3:4 [1].u yaml-plain: x'],
  },
  {
    why: 'a fault',
    format: 'yaml',
    content: 'u: x\nv: [1\n',
    links: ['3:1 Flow sequence in block collection must be sufficiently indented and end with a ]'],
  },
  {
    why: 'an unknown tag is no fault',
    format: 'yaml',
    content: `a: !x 1\nu: ${U}\n`,
    links: [`2:4 u yaml-plain: ${U}`],
  },
  {
    why: 'an alias of nothing',
    format: 'yaml',
    content: 'u: *x\n',
    links: ['1:4 u none: no plain value'],
  },

  { why: 'a column', format: 'csv', content: `id,u\r\n1,${U}\r\n`, links: [`2:3 [0].u csv-plain: ${U}`] },
  {
    why: 'quotes',
    format: 'csv',
    content: `u,id\n"${U}?q=""x""",1\n`,
    links: [`2:2 [0].u csv-quoted: ${U}?q="x" <- ${U}?q=""x""`],
  },
  {
    why: 'a byte order mark is no part of the first name',
    format: 'csv',
    content: `\ufeffu\n${U}\n`,
    links: [`2:1 [0].u csv-plain: ${U}`],
  },
  { why: 'semicolons', format: 'csv', content: `"a,b";u\n1;${U}?a,b\n`, links: [`2:3 [0].u csv-plain: ${U}?a,b`] },
  { why: 'tabs', format: 'csv', content: `id\tu\n1\t${U}`, links: [`2:3 [0].u csv-plain: ${U}`] },
  {
    why: 'a cell of two lines before',
    format: 'csv',
    content: `t,u\n"a\r\nb",${U}\n\n,x\n`,
    links: [`3:4 [0].u csv-plain: ${U}`, '5:2 [1].u csv-plain: x'],
  },
  {
    why: 'a quote that is never closed',
    format: 'csv',
    content: 'u\n"x\n',
    links: ['2:1 the quote that opens here is never closed'],
  },
  {
    why: 'text behind a quote',
    format: 'csv',
    content: 'u\n"x"y\n',
    links: ['2:4 unexpected text after the closing quote of a cell'],
  },
  {
    why: 'line ends of long ago',
    format: 'csv',
    content: `id,u\r1,${U}\r`,
    links: [`1:8 [0].u csv-plain: ${U}`],
  },
  {
    why: 'without a field, a first row with a URL is not a header',
    format: 'csv',
    content: `1,"${U}/1"\n2,${U}/2\n`,
    fields: [],
    links: [`1:4 [0]. csv-quoted: ${U}/1`, `2:3 [1]. csv-plain: ${U}/2`],
  },
  {
    why: 'with a field, the first row is the header even if a name is a URL',
    format: 'csv',
    content: `${U},u\n1,${U}/2\n`,
    links: [`2:3 [0].u csv-plain: ${U}/2`],
  },
  { why: 'a row too short', format: 'csv', content: 'id,u\n1\n', links: [] },

  {
    why: 'front matter',
    format: 'markdown',
    content: `---\nt: x\nu: ${U}\n---\n[a](https://b.es)\n`,
    links: [`3:4 u yaml-plain: ${U}`],
  },
  {
    why: 'front matter after a byte order mark',
    format: 'markdown',
    content: `\ufeff---\nt: x\nu: ${U}\n---\n[a](https://b.es)\n`,
    links: [`3:4 u yaml-plain: ${U}`],
  },
  {
    why: 'a fault in front matter',
    format: 'markdown',
    content: '---\na: 1\nu: [\n---\n',
    links: ['4:1 Flow sequence in block collection must be sufficiently indented and end with a ]'],
  },
  { why: 'a rule is no front matter', format: 'markdown', content: `text\n\n---\nu: ${U}\n---\n`, links: [] },
  {
    why: 'without a field front matter and links',
    format: 'markdown',
    content: `---\nu: ${U}\nt: x\n---\nSee [a](${U}/1 "t"), <${U}/2> and ${U}/3.\n\n[r]: ${U}/4\n`,
    fields: [],
    links: [
      `2:4 u yaml-plain: ${U}`,
      `5:9  markdown-target: ${U}/1`,
      `5:35  markdown-angle: ${U}/2`,
      `5:59  markdown-text: ${U}/3`,
      `7:6  markdown-target: ${U}/4`,
    ],
  },
  {
    why: 'escapes and entities',
    format: 'markdown',
    content: `[a](${U}\\)?a=1&amp;b=2)`,
    fields: [],
    links: [`1:5  markdown-target: ${U})?a=1&b=2 <- ${U}\\)?a=1&amp;b=2`],
  },
  {
    why: 'characters by their numbers',
    format: 'markdown',
    content: `[a](${U}?a=1&#38;b=2) <${U}?a=1&#x26;b=2> ${U}?a=1&#38;b=2`,
    fields: [],
    links: [
      `1:5  markdown-target: ${U}?a=1&b=2 <- ${U}?a=1&#38;b=2`,
      `1:36  markdown-angle: ${U}?a=1&b=2 <- ${U}?a=1&#x26;b=2`,
      `1:67  markdown-text: ${U}?a=1&b=2 <- ${U}?a=1&#38;b=2`,
    ],
  },
  {
    why: 'what may be a name of a character is not written over',
    format: 'markdown',
    content: `[a](${U}?a=1&copy;b=2)`,
    fields: [],
    links: [`1:5  none: ${U}?a=1&copy;b=2`],
  },
  {
    why: 'parentheses in pairs',
    format: 'markdown',
    content: `[a](${U}_(b)) (${U}_(c))`,
    fields: [],
    links: [`1:5  markdown-target: ${U}_(b)`, `1:28  markdown-text: ${U}_(c)`],
  },
  {
    why: 'angle brackets',
    format: 'markdown',
    content: `[a](<${U} b> 'x')`,
    fields: [],
    links: [`1:6  markdown-angle: ${U} b`],
  },
  {
    why: 'an image is none, a link around it is',
    format: 'markdown',
    content: `![a](${U}/i) [![b](${U}/j)](${U}/k)`,
    fields: [],
    links: [`1:53  markdown-target: ${U}/k`],
  },
  {
    why: 'code and comments have none',
    format: 'markdown',
    content: `\`${U}\` \`\`a \` ${U}\`\`\n\`\`\`sh\ncurl ${U}\n\`\`\`\n<!-- ${U} -->\n~~~\n${U}\n`,
    fields: [],
    links: [],
  },
  {
    why: 'a comment in code is none',
    format: 'markdown',
    content: `Text \`<!--\` in code.\n\n${U}`,
    fields: [],
    links: [`3:1  markdown-text: ${U}`],
  },
  {
    why: 'a comment within a line that nobody closes is none',
    format: 'markdown',
    content: `Text <!-- goes on\n\n${U} -->`,
    fields: [],
    links: [`3:1  markdown-text: ${U}`],
  },
  {
    why: 'one that begins a line goes on to the end',
    format: 'markdown',
    content: `Text\n\n  <!-- ${U}\n\n${U}`,
    fields: [],
    links: [],
  },
  {
    why: 'a backtick in a comment opens no code',
    format: 'markdown',
    content: `a <!-- \` ${U} --> ${U}/b \``,
    fields: [],
    links: [`1:31  markdown-text: ${U}/b`],
  },
  ...['- <!-- never closed', '`a <!--` b -->', '<!--\n```\n-->', '> ```'].map((before): Case => ({
    why: 'what hides nothing behind it',
    format: 'markdown',
    content: `${before}\n\n${U}`,
    fields: [],
    links: [`${before.split('\n').length + 2}:1  markdown-text: ${U}`],
  })),
  {
    why: 'a comment takes the whole of its last line, and ends with its list item at the latest',
    format: 'markdown',
    content: `a <!-- \` --> ${U}/1 \`\n\n- <!--\n\n  ${U}\n  --> ${U}/2\n\n  <!-- ${U}\n\n${U}\n`,
    fields: [],
    links: [`1:14  markdown-text: ${U}/1`, `10:1  markdown-text: ${U}`],
  },
  {
    why: 'indented code has none',
    format: 'markdown',
    content: `    ${U}\n\nText\n\n    ${U}\n\n\t${U}\n\nText\n    ${U}/1\n`,
    fields: [],
    links: [`10:5  markdown-text: ${U}/1`],
  },
  ...['- a', '1. a', '[^1]: a'].map((item): Case => ({
    why: 'an indented paragraph of a list item or a footnote is not code',
    format: 'markdown',
    content: `${item}\n\n    ${U}/1\n\nText\n\n    ${U}\n`,
    fields: [],
    links: [`3:5  markdown-text: ${U}/1`],
  })),
  ...['!!! note', ': a', '=== "Tab"', '??? note'].map((box): Case => ({
    why: 'an indented paragraph that some generators show as text is found, but not edited',
    format: 'markdown',
    content: `${box}\n    ${U}/1\n\n    ${U}/2\n\nText\n\n    ${U}\n`,
    fields: [],
    links: [`2:5  markdown-text: ${U}/1`, `4:5  none: ${U}/2`],
  })),
  {
    why: 'the first line behind front matter is no code',
    format: 'markdown',
    content: `---\na: 1\n---\n${U}\n`,
    fields: [],
    links: [`4:1  markdown-text: ${U}`],
  },
  {
    why: 'punctuation behind a bare URL',
    format: 'markdown',
    content: `(${U}/b).). ${U}?a=1&hl;&b;... ${U}/(c)), ${U};`,
    fields: [],
    links: [
      `1:2  markdown-text: ${U}/b`,
      `1:25  markdown-text: ${U}?a=1`,
      `1:56  markdown-text: ${U}/(c)`,
      `1:79  markdown-text: ${U};`,
    ],
  },
  {
    why: 'a stray backtick opens no code',
    format: 'markdown',
    content: `a \` b\n\n${U} \``,
    fields: [],
    links: [`3:1  markdown-text: ${U}`],
  },
  {
    why: 'relative links, anchors and mail are none',
    format: 'markdown',
    content: '[a](b.md) [c](#d) [e](mailto:f@g.es) [h]: /i',
    fields: [],
    links: [],
  },
  {
    why: 'the text of a link is none',
    format: 'markdown',
    content: `[${U}](${U}/b)`,
    fields: [],
    links: [`1:20  markdown-target: ${U}/b`],
  },
  {
    why: 'a link that is not closed is a bare URL',
    format: 'markdown',
    content: `[a](${U} b`,
    fields: [],
    links: [`1:5  markdown-text: ${U}`],
  },
  {
    why: 'a scheme of another kind is looked at, too',
    format: 'markdown',
    content: '[a](htpps://b.es)',
    fields: [],
    links: ['1:5  markdown-target: htpps://b.es'],
  },
  { why: 'a footnote is no definition', format: 'markdown', content: `[^1]: text`, fields: [], links: [] },
]

describe('links of files', () => {
  for (const { why, format, content, fields = ['u'], links } of cases) {
    test(`${format}, ${why}: ${JSON.stringify(content.toString())}`, () => {
      assert.deepEqual(listLinks(format, content, ...fields), links)
    })
  }
})

describe('files that are too much', () => {
  test('JSON may be nested deep, and is reported if it is too deep', () => {
    const nested = (levels: number): string => `${'[{"a":'.repeat(levels)}{"u":"${U}"}${'}]'.repeat(levels)}`
    assert.match(listLinks('json', nested(400), 'u')[0] ?? '', /json: https:\/\/boe\.es\/a$/)
    assert.deepEqual(listLinks('json', nested(100_000), 'u'), ['1:3003 it is nested deeper than 1000 levels'])
  })

  test('YAML that is nested too deep is reported', () => {
    assert.deepEqual(listLinks('yaml', `u: ${'['.repeat(200_000)}`, 'u'), [
      '1:1004 it is nested deeper than 1000 levels',
    ])
    const blocks = Array.from({ length: 3000 }, (_, level) => `${' '.repeat(level)}a:\n`).join('')
    assert.match(listLinks('yaml', blocks, 'u')[0] ?? '', /^\d+:\d+ it is nested deeper than 1000 levels$/)
  })

  const bounded = [
    [`https://${'.'.repeat(8000)}x `, 60],
    [`https://${')'.repeat(8000)} `, 600],
    [`https://x${'&a;'.repeat(2600)} `, 60],
    [`https://x${';'.repeat(8000)} `, 60],
    ['<!-- ', 100_000],
    ['- <!--\n', 100_000],
    ['a <!-- `\n', 100_000],
  ] as const
  for (const [text, times] of bounded) {
    test(`${text.slice(0, 20)} ${times} times in Markdown takes no time`, () => {
      const start = process.cpuUsage()
      listLinks('markdown', text.repeat(times))
      assert.ok(cpuMsSince(start) < 5000)
    })
  }

  const hostile = ['](', '[', '`a', '<https://', '[a](https://', '((((', '\\`', '![](', 'a <!-- ', '`<!--']
  for (const text of hostile) {
    test(`much ${text} in Markdown takes no time`, () => void listLinks('markdown', text.repeat(50_000)))
  }

  for (const [name, tail] of [
    ['full stops', '.'.repeat(8000)],
    ['parentheses', ')'.repeat(8000)],
  ] as const) {
    test(`URLs with thousands of ${name} take no time`, () => {
      const start = process.cpuUsage()
      listLinks('markdown', `https://a${tail}x https://a${tail} `.repeat(30))
      assert.ok(cpuMsSince(start) < 3000)
    })
  }
})

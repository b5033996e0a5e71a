import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseDocument } from 'yaml'
import { findDuplicateKey } from '@canonist/links/internal/files/read/duplicate-keys'
import { readValue } from '@canonist/links/internal/files/read/yaml-anchors'
import { readPlainYaml } from '../../src/policies/read-plain-yaml.ts'

/** What the `yaml` package makes of a text; null where it finds a fault. */
function readFully(text: string): { readonly value: unknown } | null {
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false, logLevel: 'silent' })
  return document.errors.length > 0 || findDuplicateKey(document) !== null ? null : { value: readValue(document) }
}

const PLAIN = [
  'name: big\nextends: dedupe\nsites:\n  a.example:\n    query: { strip: [p1, "q_*"] }\n',
  '# what it is for\nname: big\n\ndescription: Two words, and more.\nversion: 2\nunwrap: true\n',
  "a:\n  strip:\n    - ref\n    - 'x y'\n    - q_*\n  keep:\n  - z\nb: []\nc: {}\n",
  'sites:\n  20minutos.es: { fragment: keep }\n  e.com:\n    paths:\n      /a/b: { www: strip }\n',
  '__proto__: { a: 1 }\n',
  'a:\n  b:\n    c: 1\n  d: 2\ne: 3',
]

describe('plain YAML is read as the yaml package reads it', () => {
  for (const text of PLAIN) {
    test(JSON.stringify(text), () => {
      assert.notEqual(readPlainYaml(text), null)
      assert.deepEqual(readPlainYaml(text), readFully(text))
    })
  }
})

describe('what only the yaml package knows is left to it', () => {
  const ROWS = [
    { why: 'an empty text', text: '' },
    { why: 'a duplicate key', text: 'a: 1\na: 2\n' },
    { why: 'a duplicate key in braces', text: 'a: { b: 1, b: 2 }\n' },
    { why: 'a key without a value', text: 'a:\nb: 1\n' },
    { why: 'a key in braces without a value', text: 'a: { b }\n' },
    { why: 'a text over two lines', text: 'a: b\n  c\n' },
    { why: 'an alias', text: 'a: &x b\nc: *x\n' },
    { why: 'a tag', text: 'a: !!str 1\n' },
    { why: 'an escape', text: 'a: "\\n"\n' },
    { why: 'a fraction', text: 'a: 1.5\n' },
    { why: 'a hexadecimal number', text: 'a: 0x1F\n' },
    { why: 'another spelling of true', text: 'a: True\n' },
    { why: 'null', text: 'a: null\n' },
    { why: 'a key that is true', text: 'True: 1\n' },
    { why: 'a comment behind a value', text: 'a: b # c\n' },
    { why: 'a tab', text: 'a:\tb\n' },
    { why: 'a carriage return', text: 'a: b\r\n' },
    { why: 'a block of text', text: 'a: |\n  b\n' },
    { why: 'braces over two lines', text: 'a: { b: 1,\n  c: 2 }\n' },
    { why: 'a list of maps', text: 'a:\n  - b: 1\n    c: 2\n' },
    { why: 'a second document', text: 'a: 1\n---\nb: 1\n' },
    { why: 'a key of more than 1,000 characters', text: `${'a'.repeat(1001)}: 1\n` },
    { why: 'maps in maps in maps', text: `a: ${'{ a: '.repeat(21)}1${' }'.repeat(21)}\n` },
  ]
  for (const { why, text } of ROWS) {
    test(`${why}: ${JSON.stringify(text.slice(0, 40))}`, () => assert.equal(readPlainYaml(text), null))
  }
})

describe('random texts', () => {
  const CASES = 20_000
  const PIECES = [
    'a',
    'b',
    'x.com',
    '20min.es',
    '/p/q',
    'q_*',
    'true',
    'null',
    'Null',
    '12',
    '0',
    '007',
    '1.5',
    '1e5',
    '0x1',
    '-1',
    '~',
    '"s t"',
    '"',
    "'",
    "'it'",
    '.5',
    'two words',
    "it's",
    '{',
    '}',
    '[',
    ']',
    ', ',
    ',',
    ': ',
    ':',
    ' :',
    '- ',
    '-',
    '\n',
    '\n',
    '\n  ',
    '\n    ',
    '\n ',
    ' ',
    '  ',
    '#c',
    ' # c',
    '\n# c',
    '&x ',
    '*x',
    '!t ',
    '? ',
    '| ',
    '> ',
    '%',
    '@',
    '`',
    '---',
    'a: b',
    'a:\n  b: c',
    '\nb: ',
    '\n  c: ',
    '\n  - d',
    '\n- e',
    '{ a: b }',
    '[a, b]',
    '{ a: [1, "2"], b: true }',
    '\\',
    '\t',
  ]
  const LINES = [
    'a: b',
    'b:',
    'c: 1',
    '- x',
    '- y z',
    'd: { a: b, c: [1, q_*] }',
    'e: two words',
    'f: [a, "b c"]',
    '# c',
    '',
    'x.com:',
  ]

  /** A small generator, so that a failure can be repeated. */
  function createRandom(seed: number): (below: number) => number {
    let state = seed
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
  }

  function randomText(random: (below: number) => number): string {
    const count = 1 + random(9)
    const kind = random(3)
    if (kind === 0) return mutate(PLAIN[random(PLAIN.length)] ?? '', random)
    if (kind === 1)
      return Array.from({ length: count }, () => ' '.repeat(2 * random(4)) + LINES[random(LINES.length)]).join('\n')
    return `a: ${Array.from({ length: count }, () => PIECES[random(PIECES.length)]).join('')}`
  }

  /** Puts a piece somewhere, in place of some characters or of none. */
  function mutate(text: string, random: (below: number) => number): string {
    const at = random(text.length)
    return text.slice(0, at) + PIECES[random(PIECES.length)] + text.slice(at + random(3))
  }

  test('no text is read in another way', (t) => {
    let read = 0
    for (let seed = 1; seed <= CASES; seed++) {
      const text = randomText(createRandom(seed))
      const plain = readPlainYaml(text)
      if (plain === null) continue
      read++
      assert.deepEqual(plain, readFully(text), `seed ${seed}: ${JSON.stringify(text)}`)
    }
    t.diagnostic(`${read} of ${CASES} texts are plain`)
    assert.ok(read > 1000)
  })
})

test('it takes less than a third of the time that the package takes', (t) => {
  const site = (index: number): string => `  site${index}.example.com:\n    query: { strip: [p${index}, "q_*"] }\n`
  const text = `name: big\nsites:\n${Array.from({ length: 5000 }, (_, index) => site(index)).join('')}`
  const measureCpu = (read: (text: string) => unknown): number => {
    const before = process.cpuUsage()
    assert.notEqual(read(text), null)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const [plain, full] = [readPlainYaml, readFully].map((read) => Math.min(measureCpu(read), measureCpu(read))) as [
    number,
    number,
  ]
  t.diagnostic(`${plain.toFixed(0)} ms instead of ${full.toFixed(0)} ms of CPU`)
  assert.ok(plain < full / 3)
})

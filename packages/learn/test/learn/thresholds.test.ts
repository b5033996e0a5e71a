import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { describe, test } from 'node:test'

import { THRESHOLDS } from '../../src/log/thresholds.ts'

const FOLDER = new URL('../../src/', import.meta.url).pathname
const TABLE = readFileSync(`${FOLDER}log/thresholds.ts`, 'utf8')

/** Numbers that decide nothing: they follow from a format or a formula. By file, with the reason. */
const NO_THRESHOLDS: Readonly<Record<string, readonly [why: string, ...numbers: string[]]>> = {
  'compile/describe-rule.ts': ['rounds to three places', '1000'],
  'compile/hide-secrets.ts': ['base of hexadecimal numbers, and an escape in an expression', '16', '20'],
  'compile/personal-data.ts': ['repetitions in expressions', '3', '4', '6', '7', '9'],
  'compile/validity.ts': ['milliseconds of a day', '86_400_000'],
  'judge/difference-likelihood.ts': ['the golden ratio', '5'],
  'judge/wilson-bound.ts': ["part of Wilson's formula", '4'],
  'judge/never-alike.ts': ['digits of a number in an expression', '3'],
  'learn/learn-rules.ts': ['HTTP status of a page that came', '200'],
  'log/byte-log.ts': [
    'bytes and bits of a number, and arguments that one call takes',
    '4',
    '32',
    '8',
    '16',
    '24',
    '3',
    '4096',
  ],
  'log/content-clusters.ts': [
    'blocks and bit masks',
    '16',
    '4',
    '24',
    '0x1_0000',
    '0xffff',
    '0x2_0000',
    '0x3_0000',
    '0x5555_5555',
    '0x3333_3333',
    '0x0f0f_0f0f',
    '0x0101_0101',
  ],
  'log/content-hash.ts': ['constants of a hash function', '16', '13', '15', '7'],
  'log/page-bytes.ts': ['where numbers of a page stand, and their bits', '4', '8', '12', '16', '20', '0x1_0000_0000'],
  'log/site-log.ts': ['bytes of a number, and blocks of a simhash', '4', '16', '0xffff'],
}

/** Literals of a source, without those in comments, texts and expressions. */
function listNumbers(source: string): string[] {
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '$1')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''")
    .replaceAll(/`(?:[^`\\$]|\\.|\$(?!\{))*/g, '`')
    .replaceAll(/(?<=[(,=:?[&|!]\s*|^\s*)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/gm, '//')
  return [...code.matchAll(/(?<![\w$.#])(?:0x[\da-f_]+|\d[\d_]*(?:\.\d+)?)/gi)].map(([number]) => number)
}

const isOfCounting = (number: string): boolean => ['0', '1', '2'].includes(number)

/** What decides; readers of logs, requests and reports do not. */
const files = globSync(`${FOLDER}{log,propose,trial,judge,compile,orient,learn}/**/*.ts`)
  .map((file) => relative(FOLDER, file))
  .filter((file) => file !== 'log/thresholds.ts')

describe('numbers by which the learner decides stand in thresholds.ts', () => {
  for (const file of files.toSorted())
    test(file, () => {
      const source = readFileSync(`${FOLDER}${file}`, 'utf8')
      const [, ...allowed] = NO_THRESHOLDS[file] ?? ['']
      const bare = listNumbers(source).filter((number) => !isOfCounting(number) && !isOfHash(file, number))
      assert.deepEqual(
        [...new Set(bare)].filter((number) => !allowed.includes(number)),
        [],
        'bare numbers',
      )
      const named = [...source.matchAll(/^(?:export )?const ([A-Z_]+) = \d[\d._]*$/gm)].map(([, name]) => name)
      assert.deepEqual(
        named.filter((name) => name !== 'DAY_MS' && name !== 'HEADER_BYTES'),
        [],
        'named numbers',
      )
    })
})

/** The large constants of a hash function are what they are. */
const isOfHash = (file: string, number: string): boolean =>
  file === 'log/content-hash.ts' && Number(number.replaceAll('_', '')) > 1_000_000

describe('every threshold has its reason', () => {
  for (const [section, numbers] of Object.entries(THRESHOLDS))
    for (const name of Object.keys(numbers))
      test(`${section}.${name}`, () => {
        const within = TABLE.slice(TABLE.indexOf(`\n  ${section}: {`))
        assert.match(within, new RegExp(`/\\*\\* \\S[^\\n]{15,}\\*/\\n    ${name}:`))
      })
})

test('the check finds a bare number, and overlooks those in texts and expressions', () => {
  assert.deepEqual(listNumbers("if (count > 35) return '36' // 37\nconst X = /a{38}/.test(`39 ${count + 40}`)"), [
    '35',
    '40',
  ])
})

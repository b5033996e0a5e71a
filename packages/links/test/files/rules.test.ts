import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLevels, type GetLevel } from '../../src/report/finding-levels.ts'
import { RULES } from '../../src/files/rules.ts'
import { validateFiles } from '../../src/files/validate.ts'
import type { Finding } from '../../src/report/finding.ts'
import { FIELD, createFile, offlineContext, optionsFor } from './support.ts'

const context = offlineContext()

async function listFindings(...contents: readonly unknown[]): Promise<readonly Finding[]> {
  const files = contents.map((content, index) => createFile(`${index}.json`, JSON.stringify(content), 'json'))
  return (await validateFiles(files, context, optionsFor(FIELD))).findings
}

interface Case {
  readonly value: unknown
  readonly rules: readonly string[]
  readonly becomes?: string
}

const DEEP = 'https://www.boe.es/buscar/act.php?id=BOE-A-2021-21007'
const cases: readonly Case[] = [
  { value: DEEP, rules: [] },
  { value: 'https://uno.gob.es/a/b/c', rules: [] },
  { value: 'https://www.sepe.es', rules: ['home-page'] },
  { value: 'https://www.sepe.es/es', rules: ['home-page'] },
  { value: 'https://www.sepe.es/HomeSepe/Personas', rules: ['section-page'] },
  { value: 'http://www.sepe.es/', rules: ['home-page', 'plain-http', 'not-canonical'], becomes: 'http://www.sepe.es' },
  { value: 'https://example.com/a/b/c', rules: ['not-allowed'] },
  { value: 'https://tienda.gob.es/a/b/c', rules: ['blocked'] },
  { value: 'https://bit.ly/x', rules: ['shortener'] },
  { value: `${DEEP}&utm_source=x&fbclid=y`, rules: ['tracking-left'], becomes: DEEP },
  { value: 'https://uno.gob.es/a/b-c;jsessionid=1F', rules: ['session-left'], becomes: 'https://uno.gob.es/a/b-c' },
  { value: DEEP.replace('https', 'http'), rules: ['plain-http'] },
  { value: DEEP.replace('www.', ''), rules: ['not-canonical'] },
  { value: `${DEEP}#a1`, rules: ['not-canonical'] },
  { value: ` ${DEEP}`, rules: ['not-canonical'], becomes: DEEP },
  { value: DEEP.slice('https://'.length), rules: ['not-canonical'] },
  { value: DEEP.replace('www.boe', 'WWW.boe'), rules: ['not-canonical'], becomes: DEEP },
  {
    value: `${DEEP.replace('www.boe', 'WWW.boe')}#a1`,
    rules: ['not-canonical', 'not-canonical'],
    becomes: `${DEEP}#a1`,
  },
  { value: 'https://www.boe.es/a/b-c?tipo=x&p=7', rules: ['page-of-list'] },
  { value: `${DEEP}&x=1`, rules: ['unknown-param'] },
  { value: `${DEEP}&x=1&utm_source=y`, rules: ['tracking-left', 'unknown-param'], becomes: `${DEEP}&x=1` },
  { value: 'https://uno.gob.es/fr/a/b-c', rules: ['language-unverified'] },
  { value: 'https://uno.gob.es/a/b-c#/ruta', rules: ['not-canonical', 'spa-fragment'] },
  { value: 'nonsense', rules: ['malformed'] },
  { value: 'ftp://www.boe.es/a', rules: ['malformed'] },
  { value: 'https://ada:pw@www.boe.es/a', rules: ['malformed'] },
  { value: 'https://127.0.0.1/a', rules: ['malformed'] },
  { value: '', rules: ['no-link'] },
  { value: null, rules: ['no-link'] },
  { value: 7, rules: ['not-a-link'] },
  { value: { es: DEEP }, rules: ['not-a-link'] },
  { value: [DEEP, 'https://www.sepe.es', null], rules: ['home-page', 'no-link'] },
  { value: [], rules: ['no-link'] },
]

describe('rules', () => {
  for (const { value, rules, becomes } of cases) {
    test(`${JSON.stringify(value)}: ${rules.join(', ') || 'in order'}`, async () => {
      const findings = await listFindings({ u: value })
      assert.deepEqual(
        findings.map(({ rule }) => rule),
        rules,
      )
      const replacements = new Set(findings.flatMap(({ replacement = [] }) => replacement))
      assert.deepEqual([...replacements], becomes === undefined ? [] : [becomes])
    })
  }

  for (const { value, level } of [
    { value: 'https://www.sepe.es', level: 'error' },
    { value: 'https://www.sepe.es/es', level: 'error' },
    { value: 'https://www.sepe.es/?utm_source=x', level: 'error' },
    { value: 'https://www.sepe.es/ayudas', level: 'warning' },
    { value: 'https://www.sepe.es/ayudas?lang=es', level: 'warning' },
  ])
    test(`${value} is a home page with the level ${level}, and with another one where that is asked for`, async () => {
      const find = async (getLevel: GetLevel): Promise<(string | undefined)[]> => {
        const files = [createFile('a.json', JSON.stringify({ u: value }), 'json')]
        const { findings } = await validateFiles(files, context, { ...optionsFor(FIELD), getLevel })
        return findings.filter(({ rule }) => rule === 'home-page').map((finding) => finding.level)
      }
      const { getLevel } = optionsFor(FIELD)
      assert.deepEqual(await find(getLevel), [level])
      for (const asked of ['error', 'warning', 'note'] as const)
        assert.deepEqual(await find(createLevels([{ 'home-page': asked }], getLevel)), [asked])
      assert.deepEqual(await find(createLevels([{ 'home-page': 'off' }], getLevel)), [])
    })

  test('there may be very many of them in one file', async () => {
    const findings = await listFindings({ u: Array.from({ length: 200_000 }, () => null) })
    assert.equal(findings.length, 200_000)
  })

  test('every finding is of a rule that the report introduces, with its level', async () => {
    const findings = await listFindings(...cases.map(({ value }) => ({ u: value })))
    for (const { rule, level, message } of findings) {
      assert.equal(RULES.find(({ id }) => id === rule)?.level, level)
      assert.match(message, /\S\. \S|\)$/, message)
    }
  })
})

describe('advice', () => {
  test('on http does not bring back what is removed', async () => {
    const findings = await listFindings({ u: `${DEEP.replace('https', 'http')}&utm_source=x` })
    const found = findings.find(({ rule }) => rule === 'plain-http')
    assert.equal(found?.message, `The link uses http. Check that ${DEEP} serves the same page, and link to that.`)
  })
})

describe('duplicate', () => {
  test('names the first place, whatever the spelling', async () => {
    const findings = await listFindings(
      { a: 1, u: DEEP },
      { u: 'https://uno.gob.es/a/b-c' },
      { u: `http://boe.es/buscar/act.php?id=BOE-A-2021-21007` },
    )
    const found = findings.find(({ rule }) => rule === 'duplicate')
    assert.deepEqual(found?.other, { file: '0.json', line: 1, column: 13, endLine: 1, endColumn: 13 + DEEP.length })
    assert.equal(found?.place?.file, '2.json')
    assert.match(found?.message ?? '', /the same page as 0\.json:1:13\. /)
  })

  test('a third one names the first, too', async () => {
    const findings = await listFindings({ u: DEEP }, { u: DEEP }, { u: DEEP })
    assert.deepEqual(
      findings.map(({ rule, other }) => [rule, other?.file]),
      [
        ['duplicate', '0.json'],
        ['duplicate', '0.json'],
      ],
    )
  })

  test('within one topic a page may be linked twice', async () => {
    assert.deepEqual(await listFindings({ u: [DEEP, DEEP], v: { u: DEEP } }), [])
  })

  test('entries of one file are topics', async () => {
    const findings = await listFindings([{ u: DEEP }, { u: DEEP }])
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ['duplicate'],
    )
  })

  test('an invalid URL is not a duplicate', async () => {
    const findings = await listFindings({ u: 'nonsense' }, { u: 'nonsense' })
    assert.deepEqual(new Set(findings.map(({ rule }) => rule)), new Set(['malformed']))
  })
})

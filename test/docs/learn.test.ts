import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as learn from 'canonist/learn'
import { RULE_FAMILIES, learnRules, type CrawlRecord, type LearnOptions, type ProbeRulesOptions } from 'canonist/learn'
import type { ProbeReport } from '@canonist/learn/internal/rules/probe-report'
import { listExamples, testExamples, userFolder } from '../support/examples.ts'
import { readCode, rowsUnder } from '../support/markdown.ts'
import { readText } from '../support/repository.ts'

const PATH = 'docs/reference/learn.md'
const PAGE = readText(PATH)

const listed = (...heading: readonly string[]): string[] => rowsUnder(PAGE, ...heading).map(([name]) => readCode(name))

const log = Array.from({ length: 40 }, (_, page) => [
  { url: `https://example.com/${page}`, contentHash: `${page}` },
  { url: `https://example.com/${page}?from=${page}`, contentHash: `${page}` },
]).flat()

test('the page lists every family with what it says', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'family', 'states that').map(([name, says]) => [readCode(name), says]),
    Object.entries(RULE_FAMILIES),
  )
})

test('the page lists every field of a result and of a rule', async () => {
  const result = await learnRules(log, { now: () => new Date(0) })
  assert.deepEqual(listed('field of the result', 'meaning'), Object.keys(result))
  assert.deepEqual(listed('field of a rule', 'meaning'), Object.keys(result.rules[0] ?? {}))
})

test('the page lists every field of a record and every option', () => {
  const fields: Record<keyof CrawlRecord, true> = {
    url: true,
    contentHash: true,
    simhash: true,
    size: true,
    mediaType: true,
    status: true,
    redirect: true,
    canonical: true,
  }
  const options: Record<keyof LearnOptions, true> = {
    registrableDomain: true,
    extends: true,
    name: true,
    sorted: true,
    maxUrlsPerSite: true,
    createSpool: true,
    knownParams: true,
    now: true,
    validDays: true,
    onSite: true,
  }
  assert.deepEqual(listed('field', 'meaning'), Object.keys(fields))
  assert.deepEqual(listed('option', 'default', 'meaning'), Object.keys(options))
})

test('the page lists every tier', () => {
  assert.deepEqual(listed('tier', 'bound', 'what happens to the rule'), ['apply', 'probe', 'reject'])
})

test('the page lists every field of a probe', () => {
  const fields: Record<keyof ProbeReport, true> = {
    verdict: true,
    coveredBy: true,
    agree: true,
    against: true,
    unusable: true,
    requests: true,
    counterExamples: true,
  }
  assert.deepEqual(listed('field of `probe`', 'meaning'), Object.keys(fields))
})

test('the page describes every export, and lists every option of probing', () => {
  for (const name of Object.keys(learn))
    assert.match(PAGE, new RegExp(`\\b${name === 'RULE_FAMILIES' ? 'family' : name}\\b`))
  const options: Record<keyof ProbeRulesOptions, true> = {
    fetcher: true,
    urls: true,
    budget: true,
    maxRedirects: true,
    registrableDomain: true,
    sitesAtOnce: true,
    onRequest: true,
  }
  assert.deepEqual(listed('option of `probeRules`', 'default', 'meaning'), Object.keys(options))
})

testExamples(userFolder(), listExamples(PATH))

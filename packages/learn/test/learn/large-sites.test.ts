// Sites that are larger than the sample that rules are proposed from, and policies of very many sites.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { definePolicy } from '@canonist/core'
import type { CrawlRecord, LearnedRule } from '../../src/log/types.ts'
import { learnRules } from '../../src/index.ts'
import { addRules } from '../../src/rules/add-rule.ts'
import { FileSpool } from '../../src/log/file-spool.ts'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'
import { jsonLines } from './forum-log.ts'

const { path: folder, file } = temporaryFolder()

/** A page under two URLs, which differ on some of the pages. */
const views = (pages: number, isSplit: (page: number) => boolean): CrawlRecord[] =>
  Array.from({ length: pages }, (_, page) => [
    { url: `https://big.example/story/${page}`, contentHash: `a${page}` },
    {
      url: `https://big.example/story/${page}?view=${'xyz'[page % 3]}`,
      contentHash: `${isSplit(page) ? 'b' : 'a'}${page}`,
    },
  ]).flat()

test('learn --urls-per-site: a rule that the sample proves is counted on all URLs, and nothing stays behind', async () => {
  file('big.jsonl', jsonLines(views(4000, (page) => page % 5 < 2)))
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  const { code, stdout, stderr } = await canonist(
    ['learn', '--urls-per-site', '500', '--report', 'report.json', 'big.jsonl'],
    {
      cwd: folder,
      env: { ...process.env, TMPDIR: temporary },
    },
  )
  assert.deepEqual([code, JSON.parse(stdout)], [0, { name: 'learned', extends: 'rfc3986' }])
  assert.match(
    stderr,
    /1 sampled site: rules were proposed from a part of the URLs and tested on all of them \(big\.example\)/,
  )
  const { rules } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as { rules: LearnedRule[] }
  const rule = rules.find(({ id }) => id === 'big.example: strip view')
  assert.deepEqual([rule?.tier, rule?.support, rule?.failures], ['reject', 2400, 1600])
  assert.deepEqual(readdirSync(temporary), [])
})

test('learnRules: a rule that holds on all URLs is applied, with the counts of all of them', async () => {
  const { policy, rules, sites } = await learnRules(
    views(2000, () => false),
    { maxUrlsPerSite: 500 },
  )
  assert.deepEqual(policy.sites?.['big.example']?.paths?.['/story']?.query?.strip, ['view'])
  assert.equal(rules.find(({ tier }) => tier === 'apply')?.support, 2000)
  assert.deepEqual([sites[0]?.urls, sites[0]?.merged, (sites[0]?.sampled ?? 0) <= 500], [4000, 2000, true])
})

test('the spool returns pieces of several sites in order, as often as they are read', () => {
  const spool = new FileSpool()
  try {
    const [one, other] = [spool.create(), spool.create()]
    for (const text of ['a', 'bc', 'def']) {
      one.append(Buffer.from(text))
      other.append(Buffer.from(text.toUpperCase()))
    }
    const read = (pieces: Iterable<Uint8Array>): string[] =>
      Array.from(pieces, (piece) => Buffer.from(piece).toString())
    assert.deepEqual(
      [read(one.read()), read(one.read())],
      [
        ['a', 'bc', 'def'],
        ['a', 'bc', 'def'],
      ],
    )
    assert.deepEqual(read(other.read()), ['A', 'BC', 'DEF'])
  } finally {
    spool.close()
  }
})

const createRule = (site: number): LearnedRule => ({
  id: `s${site}.example: strip from`,
  family: 'parameter',
  site: `s${site}.example`,
  host: `s${site}.example`,
  scope: ['/'],
  except: [],
  tier: 'probe',
  fields: { query: { strip: ['from'] } },
  support: 9,
  failures: 0,
  bound: 0.7,
  falseDiscovery: 0,
  holdOut: { support: 9, failures: 0 },
  prior: 0,
  redirects: { agree: 0, against: 0 },
  canonicals: { agree: 0, against: 0 },
  proposed: 9,
  changes: 9,
  examples: [],
  counterExamples: [],
})

/** CPU time in milliseconds. */
function measureTime(sites: number): number {
  const rules = Array.from({ length: sites }, (_, site) => createRule(site))
  const before = process.cpuUsage()
  const policy = addRules({ name: 'many', extends: 'rfc3986' }, rules)
  const { user, system } = process.cpuUsage(before)
  assert.equal(Object.keys(definePolicy(policy).spec.sites ?? {}).length, sites)
  return (user + system) / 1000
}

test('adding likely rules of many sites takes time in proportion to them', () => {
  measureTime(200)
  const [few, many] = [measureTime(500), measureTime(4000)]
  // Eight times as many; with a policy of all sites compiled for each of them it was sixty times as long.
  assert.ok(many < 30 * few, `${few} ms, ${many} ms`)
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { validateFiles, type ValidateOptions } from '../../src/links/validate.ts'
import { createLevels } from '../../src/report/finding-levels.ts'
import { canonist, temporaryFolder } from '../support/command.ts'
import { FIELD, fileOf, linksContext, linksOptions } from './support.ts'

const EVERY_LINK = { wanted: null, lists: null } as unknown as typeof FIELD
const context = linksContext()
const options: ValidateOptions = { ...linksOptions, sparesCampaignTags: true }
const linksTo = (...urls: readonly string[]): string => urls.map((url) => `[a](${url})\n`).join('')
const page = (number: number, query: string): string => `https://example.com/${number}?${query}`
const pages = (count: number, query: string): string[] => Array.from({ length: count }, (_, at) => page(at, query))

async function rulesIn(texts: readonly string[], given = options): Promise<Record<string, number>> {
  const files = texts.map((text, index) => fileOf(`${index}.md`, text, 'markdown', EVERY_LINK))
  const { findings, campaignTags } = await validateFiles(files, context, given)
  const rules = Object.groupBy(findings, ({ rule }) => rule)
  return {
    ...Object.fromEntries(Object.entries(rules).map(([rule, found = []]) => [rule, found.length])),
    ...(campaignTags === 0 ? {} : { spared: campaignTags }),
  }
}

const TAG = 'utm_source=vuejs&utm_medium=docs'
const cases = [
  { why: 'five links share it', urls: pages(5, TAG), found: { spared: 5 } },
  { why: 'four are too few', urls: pages(4, TAG), found: { 'tracking-left': 4 } },
  {
    why: 'the case does not matter, nor what else the tag says',
    urls: [...pages(4, TAG), page(4, 'UTM_Source=VueJS&utm_campaign=x')],
    found: { spared: 5 },
  },
  {
    why: 'another one stays tracking',
    urls: [page(9, 'utm_source=someone'), ...pages(5, TAG)],
    found: { 'tracking-left': 1, spared: 5 },
  },
  {
    why: 'a click id beside it is tracking',
    urls: [...pages(5, TAG), page(5, `${TAG}&fbclid=1`)],
    found: { 'tracking-left': 1, spared: 5 },
  },
  { why: 'click ids are tracking', urls: pages(6, 'gclid=1'), found: { 'tracking-left': 6 } },
  { why: 'a share button', urls: pages(6, 'utm_source=share'), found: { 'tracking-left': 6 } },
  { why: 'an assistant', urls: pages(6, 'utm_source=chatgpt.com'), found: { 'tracking-left': 6 } },
  { why: 'a newsletter', urls: pages(6, 'utm_source=Weekly%20Newsletter'), found: { 'tracking-left': 6 } },
  { why: 'of affiliates', urls: pages(5, 'utm_ref=ada'), found: { spared: 5 } },
  { why: 'of affiliates, by number', urls: pages(5, 'utm_ref_id=82665'), found: { spared: 5 } },
  { why: 'of a site that names itself', urls: pages(3, 'utm_source=roadmap.sh'), found: { spared: 3 } },
  { why: 'of partners', urls: pages(3, 'utm_source=affiliate1'), found: { spared: 3 } },
  { why: 'two are too few for them, too', urls: pages(2, 'utm_source=vuejs.org'), found: { 'tracking-left': 2 } },
  { why: 'without a source', urls: pages(6, 'utm_medium=web'), found: { 'tracking-left': 6 } },
]

describe('campaign tags', () => {
  for (const { why, urls, found } of cases) {
    test(`${urls.at(-1)} (${why})`, async () => {
      assert.deepEqual(await rulesIn([linksTo(...urls)]), found)
      assert.deepEqual(await rulesIn(urls.toReversed().map((url) => linksTo(url))), found, 'in files, the last first')
    })
  }

  test('are tracking under every other policy', async () => {
    assert.deepEqual(await rulesIn([linksTo(...pages(5, TAG))], linksOptions), { 'tracking-left': 5 })
  })

  test('are reported and fixed where the rule is raised', async () => {
    const levelOf = createLevels([{ 'campaign-tag': 'warning' }], linksOptions.levelOf)
    const file = fileOf('a.md', linksTo(...pages(5, TAG)), 'markdown', EVERY_LINK)
    const { findings, fixes, campaignTags } = await validateFiles([file], context, { ...options, levelOf })
    assert.deepEqual(new Set(findings.map(({ rule, level }) => `${rule} ${level}`)), new Set(['campaign-tag warning']))
    assert.equal(findings[0]?.replacement, 'https://example.com/0')
    assert.deepEqual([fixes[0]?.links, campaignTags], [5, 0])
  })
})

test('the command spares them under the default policy only, and says so once', async () => {
  const folder = temporaryFolder()
  const before = linksTo(...pages(5, TAG))
  const file = folder.file('a.md', before)
  const ran = await canonist(['validate', '--fix', file])
  assert.deepEqual([ran.code, ran.stdout], [0, ''])
  assert.match(
    ran.stderr,
    /nothing found; 5 links with campaign tags that many share \(--rule campaign-tag=warning reports them\)\n$/,
  )
  const policy = folder.file('p.yaml', 'name: p\nextends: links\n')
  assert.match((await canonist(['validate', '--policy', policy, file])).stderr, /5 warnings \(tracking-left 5\)/)
  assert.match((await canonist(['validate', '--rule', 'campaign-tag=error', file])).stderr, /\(campaign-tag 5\)/)
})

test('a second question mark: what belongs to which URL is not certain', async () => {
  const url = 'https://www.youtube.com/watch?v=ID/?utm_medium=referral&utm_source=x'
  const file = fileOf('a.md', linksTo(url), 'markdown', EVERY_LINK)
  const { findings, fixes } = await validateFiles([file], context, options)
  assert.deepEqual(
    findings.map(({ rule, replacement }) => [rule, replacement]),
    [['tracking-left', undefined]],
  )
  assert.deepEqual(fixes, [])
})

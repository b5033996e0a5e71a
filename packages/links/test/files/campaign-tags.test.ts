import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, test } from 'node:test'
import { policies } from '@canonist/core'
import { createAdmitter } from '@canonist/web/internal/admit/admit'
import type { PageVerdict } from '../../src/health/sql/verdicts.sql.ts'
import { validateFiles, type ValidateOptions } from '../../src/files/validate.ts'
import { createLevels } from '../../src/report/finding-levels.ts'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'
import { FIELD, createFile, linksContext, linksOptions } from './support.ts'

const EVERY_LINK = { wanted: null, lists: null } as unknown as typeof FIELD
const context = linksContext()
const options: ValidateOptions = { ...linksOptions, sparesCampaignTags: true }
const linksTo = (...urls: readonly string[]): string => urls.map((url) => `[a](${url})\n`).join('')
const page = (number: number, query: string): string => `https://example.com/${number}?${query}`
const pages = (count: number, query: string): string[] => Array.from({ length: count }, (_, at) => page(at, query))

const homes = (host: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `https://${host}/docs/${at}`)

async function rulesIn(texts: readonly string[], given = options): Promise<Record<string, number>> {
  const files = texts.map((text, index) => createFile(`${index}.md`, text, 'markdown', EVERY_LINK))
  const { findings, campaignTags } = await validateFiles(files, context, given)
  const rules = Object.groupBy(findings, ({ rule }) => rule)
  return {
    ...Object.fromEntries(Object.entries(rules).map(([rule, found = []]) => [rule, found.length])),
    ...(campaignTags === 0 ? {} : { spared: campaignTags }),
  }
}

const TAG = 'utm_source=vuejs&utm_medium=web'
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
  {
    why: 'of a list that they name',
    urls: [page(1, 'utm_source=AwesomeVue'), page(2, 'utm_source=awesome-vue'), page(3, 'utm_medium=awesomevue')],
    found: { spared: 3 },
  },
  {
    why: 'of two lists',
    urls: [page(1, 'utm_source=AwesomeVue'), page(2, 'utm_source=awesome-go'), page(3, 'utm_medium=awesomevue')],
    found: { 'tracking-left': 3 },
  },
  { why: 'without a source', urls: pages(6, 'utm_medium=web'), found: { 'tracking-left': 6 } },
  {
    why: 'one campaign, a source of its own for each link',
    urls: Array.from({ length: 5 }, (_, at) => page(at, `utm_source=docs-${at}&utm_campaign=launch-2026`)),
    found: { spared: 5 },
  },
  {
    why: 'four links of a campaign are too few',
    urls: Array.from({ length: 4 }, (_, at) => page(at, `utm_source=docs-${at}&utm_campaign=launch-2026`)),
    found: { 'tracking-left': 4 },
  },
  {
    why: 'the campaign of a social network',
    urls: pages(6, 'utm_source=SocialMedia&utm_campaign=posts'),
    found: { 'tracking-left': 6 },
  },
  {
    why: 'each partner has a source of its own',
    urls: [
      page(1, 'utm_source=vue_partners_page'),
      page(2, 'utm_source=vuepartners'),
      page(3, 'utm_source=partnership'),
    ],
    found: { spared: 3 },
  },
  { why: 'of a sponsor', urls: pages(3, 'utm_source=Github&utm_medium=Repo_Content_Ad'), found: { spared: 3 } },
  {
    why: 'not every word has an ad',
    urls: pages(4, 'utm_source=a&utm_campaign=roadmap'),
    found: { 'tracking-left': 4 },
  },
  {
    why: 'two partners are too few',
    urls: [page(1, 'utm_source=vue_partners_page'), page(2, 'utm_source=vuepartners')],
    found: { 'tracking-left': 2 },
  },
  {
    why: 'a source of its own for each page of the documentation',
    urls: [1, 2, 3].map((at) => page(at, `utm_source=docs-${at}&utm_medium=docs`)),
    found: { spared: 3 },
  },
  { why: 'two pages are too few', urls: pages(2, 'utm_source=a&utm_medium=docs'), found: { 'tracking-left': 2 } },
  {
    why: 'of the place where the links are',
    urls: [1, 2, 3].map((at) => page(at, `utm_source=github&utm_campaign=${at}`)),
    found: { spared: 3 },
  },
  { why: 'two links from there are too few', urls: pages(2, 'utm_source=github'), found: { 'tracking-left': 2 } },
  {
    why: 'it names an owner of code that several links lead to',
    urls: [...homes('github.com/ada', 2), ...homes('other.org', 400), page(1, 'utm_source=ada')],
    found: { spared: 1 },
  },
  {
    why: 'only one link leads to that owner',
    urls: [...homes('github.com/ada', 1), page(1, 'utm_source=ada')],
    found: { 'tracking-left': 1 },
  },
  {
    why: 'it names a repository, however it is spelled, or the site of an owner',
    urls: [
      ...homes('github.com/vuejs/awesome-vue', 2),
      page(1, 'utm_source=AwesomeVue'),
      page(2, 'utm_source=ada&utm_medium=awesome_vue'),
      page(3, 'utm_source=vuejs.org'),
    ],
    found: { spared: 3 },
  },
  {
    why: 'the short name of a repository is a word',
    urls: [...homes('github.com/grace/blog', 2), page(1, 'utm_source=blog'), page(2, 'utm_source=ada&utm_medium=blog')],
    found: { 'tracking-left': 2 },
  },
  {
    why: 'of the place where the links are, with and without .com',
    urls: [page(1, 'utm_source=GitHub'), page(2, 'utm_source=github.com'), page(3, 'utm_source=github')],
    found: { spared: 3 },
  },
  {
    why: 'a platform that sends visitors to the own site, with a campaign',
    urls: [...homes('flutter.dev', 20), 'https://flutter.dev/start?utm_source=google&utm_campaign=beta'],
    found: { spared: 1 },
  },
  {
    why: 'a platform without a campaign',
    urls: [...homes('mozilla.org', 20), 'https://support.mozilla.org/kb?utm_source=inproduct'],
    found: { 'tracking-left': 1 },
  },
  {
    why: 'a part of the name is another name',
    urls: [...homes('github.com/ada', 3), page(1, 'utm_source=adalovelace')],
    found: { 'tracking-left': 1 },
  },
  {
    why: 'a site of that name may be where the link was copied',
    urls: [...homes('ada.com', 3), page(1, 'utm_source=ada')],
    found: { 'tracking-left': 1 },
  },
  {
    why: 'it names the site that most links lead to',
    urls: [...homes('kubernetes.io', 20), page(1, 'utm_source=kubernetes.io&utm_medium=blog')],
    found: { spared: 1 },
  },
  {
    why: 'or does so in another part of the tag',
    urls: [...homes('react.dev', 20), page(1, 'utm_source=referral&utm_content=reactjs_community')],
    found: { spared: 1 },
  },
  {
    why: 'too few links lead to that site',
    urls: [...homes('kubernetes.io', 19), page(1, 'utm_source=kubernetes.io')],
    found: { 'tracking-left': 1 },
  },
  {
    why: 'too small a share of the links leads to that site',
    urls: [...homes('kubernetes.io', 20), ...homes('other.org', 400), page(1, 'utm_source=kubernetes.io')],
    found: { 'tracking-left': 1 },
  },
  {
    why: 'it names the owner of the code that many links lead to',
    urls: [...homes('github.com/kubernetes', 10), ...homes('kubernetes.io', 10), page(1, 'utm_source=kubernetes-blog')],
    found: { spared: 1 },
  },
  {
    why: 'the link leads to that site',
    urls: [...homes('microsoft.com', 20), 'https://devblogs.microsoft.com/python?utm_campaign_id=vscblog'],
    found: { spared: 1 },
  },
  {
    why: 'the link leads there, from a share button',
    urls: [...homes('microsoft.com', 20), 'https://devblogs.microsoft.com/python?utm_source=twitter'],
    found: { 'tracking-left': 1 },
  },
  {
    why: 'every list links there',
    urls: [...homes('github.com', 40), page(1, 'utm_source=github')],
    found: { 'tracking-left': 1 },
  },
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
    const getLevel = createLevels([{ 'campaign-tag': 'warning' }], linksOptions.getLevel)
    const file = createFile('a.md', linksTo(...pages(5, TAG)), 'markdown', EVERY_LINK)
    const { findings, fixes, campaignTags } = await validateFiles([file], context, { ...options, getLevel })
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
    /nothing found; 5 links with campaign tags that look like your own \(--rule campaign-tag=warning reports them\)\n$/,
  )
  const policy = folder.file('p.yaml', 'name: p\nextends: links\n')
  assert.match((await canonist(['validate', '--policy', policy, file])).stderr, /5 warnings \(tracking-left 5\)/)
  assert.match((await canonist(['validate', '--rule', 'campaign-tag=error', file])).stderr, /\(campaign-tag 5\)/)
})

describe('a campaign tag on a link to a page that has moved', () => {
  const links = pages(5, TAG).map((url, at) => (at === 0 ? `${url}#part` : url))
  const rewritten = (target: string, query: string): string[] =>
    links.map((_, at) => `${target}${query}${at === 0 ? '#part' : ''}`)
  const verdict = { verdict: 'moved', reasons: ['permanent_redirect'], notes: [], failingSince: null, leadsTo: null }
  const moves = [
    { why: 'stays', target: 'https://example.com/new', query: `?${TAG}` },
    { why: 'stays beside the query', target: 'https://example.com/new?id=1', query: `&${TAG}` },
    { why: 'goes where it is reported', target: 'https://example.com/new', query: '', level: 'warning' },
  ] as const

  for (const { why, target, query, ...given } of moves) {
    test(`${why}: ${target}${query}`, async () => {
      const level = 'level' in given ? given.level : 'off'
      const getLevel = createLevels([{ 'campaign-tag': level }], linksOptions.getLevel)
      const held = { ...context, findVerdict: async () => ({ ...verdict, movedTo: target }) as unknown as PageVerdict }
      const file = createFile('a.md', linksTo(...links), 'markdown', EVERY_LINK)
      const { findings, fixes } = await validateFiles([file], held, { ...options, getLevel })
      const moved = findings.filter(({ rule }) => rule === 'moved')
      assert.deepEqual(
        moved.map(({ replacement }) => replacement),
        rewritten(target, query),
      )
      assert.equal(Buffer.from(fixes[0]?.bytes ?? []).toString(), linksTo(...rewritten(target, query)))
    })
  }

  test('a signed URL takes no tag, so that nothing is written', async () => {
    const movedTo = 'https://files.example.com/new?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=aa11'
    const held = { ...context, findVerdict: async () => ({ ...verdict, movedTo }) as unknown as PageVerdict }
    const file = createFile('a.md', linksTo(...links), 'markdown', EVERY_LINK)
    const { findings, fixes } = await validateFiles([file], held, options)
    assert.deepEqual([findings.length, findings[0]?.replacement, fixes.length], [5, undefined, 0])
    assert.match(findings[0]?.message ?? '', /Moved[^.]* to https:\/\/files\.example\.com\/new/)
  })

  test('stays with what the network proved', async () => {
    const admitter = createAdmitter({
      policy: policies.links.spec,
      purpose: 'citation',
      dnsFn: async () => ['93.184.216.34'],
      fetchFn: async (url) =>
        url.endsWith('/new')
          ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>New</p>' }
          : { status: 301, headers: { location: 'https://example.com/new' }, body: '' },
    })
    const online = { ...context, admit: (url: string) => admitter.admit(url) }
    const file = createFile('a.md', linksTo(...links), 'markdown', EVERY_LINK)
    const { fixes } = await validateFiles([file], online, { ...options, isOnline: true })
    const expected = linksTo(...rewritten('https://example.com/new', `?${TAG}`))
    assert.equal(Buffer.from(fixes[0]?.bytes ?? []).toString(), expected)
  })
})

test('a second question mark: what belongs to which URL is not certain', async () => {
  const url = 'https://www.youtube.com/watch?v=ID/?utm_medium=referral&utm_source=x'
  const file = createFile('a.md', linksTo(url), 'markdown', EVERY_LINK)
  const { findings, fixes } = await validateFiles([file], context, options)
  assert.deepEqual(
    findings.map(({ rule, replacement }) => [rule, replacement]),
    [['tracking-left', undefined]],
  )
  assert.deepEqual(fixes, [])
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { definePolicy, type PolicySpec } from '@canonist/core'
import type { PageVerdict } from '../../src/health/sql/verdicts.sql.ts'
import type { Citation } from '../../src/files/cite/citation.ts'
import { citeTopics } from '../../src/files/cite/cite-topics.ts'
import { writeQualifier } from '../../src/files/cite/cite-topics.ts'
import { pageVerdict, type ToldVerdict } from '@canonist/test-support/page-verdict.ts'
import { FIELD, createFile, offlineContext, POLICY } from './support.ts'

const { admit } = offlineContext()
const findVerdict = async (): Promise<null> => null

async function cite(
  content: unknown,
  decisions: Readonly<Record<string, boolean>> = {},
  policy: PolicySpec = POLICY,
): Promise<Citation[]> {
  const context = {
    admit,
    policy: definePolicy(policy),
    mayBeCited: async (url: string) => decisions[url] ?? null,
    findVerdict,
  }
  const citations: Citation[] = []
  for await (const citation of citeTopics([createFile('a.json', JSON.stringify(content), 'json')], context)) {
    citations.push(citation)
  }
  return citations
}

const DEEP = 'https://www.boe.es/buscar/act.php?id=BOE-A-2021-21007'
const SECTION = 'https://www.sepe.es/HomeSepe/Personas'
const HOME = 'https://www.sepe.es'
const SENTENCE = 'Puedes consultar más información en esta web: SEPE (sepe.es)'

interface Case {
  readonly why: string
  readonly links: unknown
  readonly decisions?: Readonly<Record<string, boolean>>
  readonly cite: string | null
  readonly qualifier?: string
  readonly gap: string | null
  readonly verdicts: readonly string[]
}

const cases: readonly Case[] = [
  { why: 'an informative link', links: DEEP, cite: DEEP, gap: null, verdicts: ['citable'] },
  { why: 'as its canonical URL', links: `${DEEP}&utm_source=x`, cite: DEEP, gap: null, verdicts: ['citable'] },
  {
    why: 'the first of several',
    links: ['https://uno.gob.es/a/b-c', DEEP],
    cite: 'https://uno.gob.es/a/b-c',
    gap: null,
    verdicts: ['citable', 'citable'],
  },
  {
    why: 'what needs nobody before what needs a look',
    links: [`${DEEP}&x=1`, 'https://uno.gob.es/a/b-c'],
    cite: 'https://uno.gob.es/a/b-c',
    gap: null,
    verdicts: ['citable', 'citable'],
  },
  {
    why: 'what needs a look rather than a section page',
    links: [SECTION, `${DEEP}&x=1`],
    cite: `${DEEP}&x=1`,
    gap: null,
    verdicts: ['unneeded', 'citable'],
  },
  {
    why: 'never a home page beside an informative link',
    links: [HOME, DEEP],
    decisions: { [HOME]: true },
    cite: DEEP,
    gap: null,
    verdicts: ['unneeded', 'citable'],
  },
  {
    why: 'a section page with the qualifier',
    links: SECTION,
    cite: SECTION,
    qualifier: SENTENCE,
    gap: 'only-section-page',
    verdicts: ['qualified'],
  },
  {
    why: 'a section page rather than a home page',
    links: [HOME, SECTION],
    decisions: { [HOME]: true },
    cite: SECTION,
    qualifier: SENTENCE,
    gap: 'only-section-page',
    verdicts: ['unneeded', 'qualified'],
  },
  {
    why: 'no section page that a reviewer refused',
    links: SECTION,
    decisions: { [SECTION]: false },
    cite: null,
    gap: 'no-usable-link',
    verdicts: ['refused'],
  },
  {
    why: 'a home page as a last resort',
    links: HOME,
    cite: HOME,
    qualifier: SENTENCE,
    gap: 'only-home-page',
    verdicts: ['qualified'],
  },
  {
    why: 'a home page as a last resort, if everything else is refused',
    links: [HOME, 'https://example.com/a/b-c'],
    cite: HOME,
    qualifier: SENTENCE,
    gap: 'only-home-page',
    verdicts: ['qualified', 'refused'],
  },
  {
    why: 'a home page that a reviewer allowed, and the gap stays',
    links: 'http://www.sepe.es/',
    decisions: { [HOME]: true },
    cite: HOME,
    qualifier: SENTENCE,
    gap: 'only-home-page',
    verdicts: ['qualified'],
  },
  {
    why: 'no home page that a reviewer refused',
    links: HOME,
    decisions: { [HOME]: false },
    cite: null,
    gap: 'no-usable-link',
    verdicts: ['refused'],
  },
  {
    why: 'nothing from hosts that are not let in, and no short link',
    links: ['https://example.com/a/b-c', 'https://bit.ly/x'],
    cite: null,
    gap: 'no-usable-link',
    verdicts: ['refused', 'refused'],
  },
  { why: 'nothing where there is nothing', links: null, cite: null, gap: 'no-link', verdicts: [] },
  { why: 'nothing where there is no text', links: 7, cite: null, gap: 'no-usable-link', verdicts: ['refused'] },
]

describe('citing', () => {
  for (const { why, links, decisions, cite: wanted, qualifier = null, gap, verdicts } of cases) {
    test(`${JSON.stringify(links)} gives ${wanted ?? 'nothing'} (${why})`, async () => {
      const [citation] = await cite({ u: links }, decisions)
      assert.equal(citation?.cite?.url ?? null, wanted)
      assert.equal(citation?.cite?.qualifier ?? null, qualifier)
      assert.equal(citation?.gap?.code ?? null, gap)
      assert.deepEqual(
        citation?.links.map(({ verdict }) => verdict),
        verdicts,
      )
    })
  }

  test('entries are topics, and one without a link is a gap', async () => {
    const citations = await cite([{ u: DEEP }, { t: 'x' }, { u: SECTION, v: [{ u: HOME }] }])
    assert.deepEqual(
      citations.map(({ topic, cite: cited, gap }) => [topic.entry, cited?.url ?? null, gap?.code ?? null]),
      [
        ['[0]', DEEP, null],
        ['[1]', null, 'no-link'],
        ['[2]', SECTION, 'only-section-page'],
      ],
    )
  })

  const MODES = [
    { homePages: 'last-resort', decision: null, cited: HOME, gap: 'only-home-page', verdict: 'qualified' },
    { homePages: 'last-resort', decision: false, cited: null, gap: 'no-usable-link', verdict: 'refused' },
    { homePages: 'reviewed', decision: null, cited: null, gap: 'home-page-undecided', verdict: 'undecided' },
    { homePages: 'reviewed', decision: true, cited: HOME, gap: 'only-home-page', verdict: 'qualified' },
    { homePages: 'reviewed', decision: false, cited: null, gap: 'no-usable-link', verdict: 'refused' },
    { homePages: 'never', decision: null, cited: null, gap: 'home-page-forbidden', verdict: 'refused' },
    { homePages: 'never', decision: true, cited: null, gap: 'home-page-forbidden', verdict: 'refused' },
  ] as const
  for (const { homePages, decision, cited, gap, verdict } of MODES) {
    const asked = decision === null ? 'undecided' : decision ? 'allowed' : 'refused'
    const decisions = decision === null ? {} : { [HOME]: decision }
    const policy = { ...POLICY, citation: { qualifier: 'See {host}', homePages } }

    test(`homePages ${homePages}: a home page that is ${asked} gives ${gap}`, async () => {
      const [citation] = await cite({ u: HOME }, decisions, policy)
      assert.deepEqual(
        [citation?.cite?.url ?? null, citation?.gap?.code, citation?.links[0]?.verdict],
        [cited, gap, verdict],
      )
      assert.equal(citation?.cite?.qualifier ?? null, cited === null ? null : 'See sepe.es')
    })

    test(`homePages ${homePages}: a section page, or an informative link, is cited all the same`, async () => {
      const [section, both] = await cite([{ u: SECTION }, { u: [HOME, DEEP] }], decisions, policy)
      assert.deepEqual([section?.cite?.url, section?.gap?.code], [SECTION, 'only-section-page'])
      assert.deepEqual([both?.cite?.url, both?.gap], [DEEP, null])
    })
  }

  test('a site may say otherwise, and a sentence of its own keeps what is said for all', async () => {
    const policy: PolicySpec = {
      ...POLICY,
      citation: { qualifier: 'See {host}', homePages: 'never' },
      sites: {
        'sepe.es': { citation: { qualifier: 'See SEPE', homePages: 'last-resort' } },
        'boe.es': { citation: { qualifier: 'See BOE' } },
      },
    }
    const citations = await cite([{ u: HOME }, { u: 'https://www.boe.es/' }], {}, policy)
    assert.deepEqual(
      citations.map(({ cite: cited, gap, links }) => [cited?.qualifier, gap?.code, links[0]?.reason]),
      [
        ['See SEPE', 'only-home-page', null],
        [undefined, 'home-page-forbidden', 'homepage_link'],
      ],
    )
  })

  test('without a sentence in the policy nothing that needs one is cited', async () => {
    const [citation] = await cite({ u: SECTION }, {}, { name: 'mute', citation: { qualifier: '' } })
    assert.deepEqual([citation?.cite, citation?.gap?.code], [null, 'no-qualifier'])
  })

  const LOOKED = '2026-01-01T00:00:00.000Z'
  const NEW = 'https://www.boe.es/buscar/act.php?id=BOE-A-2022-1'

  /** The first link is of a page with this health, the second is sound. */
  async function citeBeside(healths: Readonly<Record<string, ToldVerdict>>): Promise<Citation | undefined> {
    const file = createFile('a.json', `{"u":["${DEEP}","${DEEP}5"]}`, 'json', FIELD)
    const of = async (url: string): Promise<PageVerdict | null> =>
      healths[url] === undefined ? null : pageVerdict({ lastGood: LOOKED, ...healths[url] })
    const context = { admit, policy: definePolicy(POLICY), mayBeCited: async () => true, findVerdict: of }
    const { value } = (await citeTopics([file], context).next()) as { readonly value: Citation | undefined }
    return value
  }

  test('a page that was only seen over http is cited over http', async () => {
    const plain = DEEP.replace('https:', 'http:')
    const citation = await citeBeside({ [DEEP]: { verdict: 'healthy', url: plain, fetchUrl: plain } })
    assert.equal(citation?.cite?.url, plain)
  })

  for (const [health, reason] of [
    [{ verdict: 'gone' }, 'gone'],
    [{ verdict: 'soft404' }, 'soft404'],
    [{ verdict: 'takeover_suspect', reasons: ['text_replaced'] }, 'takeover_suspect'],
    [{ verdict: 'degraded', reasons: ['status_404'], lastGood: null }, 'never_healthy'],
    [{ verdict: 'guarded', lastGood: null }, 'never_healthy'],
    [{ verdict: 'inconclusive', lastGood: null }, 'never_healthy'],
    [{ verdict: 'degraded', reasons: ['content_emptied'] }, 'content_not_shown'],
    [{ verdict: 'degraded', reasons: ['like_every_page'] }, 'content_not_shown'],
    [{ verdict: 'degraded', reasons: ['status_404'] }, null],
    [{ verdict: 'guarded', reasons: ['bot_wall'] }, null],
    [{ verdict: 'healthy' }, null],
  ] as const) {
    const name = `${health.verdict} ${'reasons' in health ? health.reasons.join() : ''}, ${'lastGood' in health ? 'never' : 'once'} well`
    test(`${name} -> ${reason ?? 'cited'}`, async () => {
      const citation = await citeBeside({ [DEEP]: health })
      assert.equal(citation?.cite?.url, reason === null ? DEEP : `${DEEP}5`)
      assert.deepEqual(citation?.links[0]?.reason, reason)
    })
  }

  test('a page that has moved is cited where it is now', async () => {
    const citation = await citeBeside({ [DEEP]: { verdict: 'moved', movedTo: `${NEW}&utm_source=x` } })
    assert.deepEqual([citation?.cite?.url, citation?.links[0]?.url, citation?.links[0]?.canonical], [NEW, DEEP, NEW])
  })

  test('a page that has moved to one that may not be cited is not', async () => {
    const moved = { [DEEP]: { verdict: 'moved', movedTo: NEW } } as const
    assert.equal((await citeBeside({ ...moved, [NEW]: { verdict: 'gone' } }))?.links[0]?.reason, 'gone')
    const away = await citeBeside({ [DEEP]: { verdict: 'moved', movedTo: 'https://casino.net/a/b' } })
    assert.deepEqual([away?.cite?.url, away?.links[0]?.reason], [`${DEEP}5`, 'not_allowlisted'])
  })

  test('where the policy knows nothing better, the URL that redirects is cited', async () => {
    assert.equal((await citeBeside({ [DEEP]: { verdict: 'moved', movedTo: null } }))?.cite?.url, DEEP)
  })

  test('pages that have moved to each other do not keep anybody waiting', async () => {
    const circle = { [DEEP]: { verdict: 'moved', movedTo: NEW }, [NEW]: { verdict: 'moved', movedTo: DEEP } } as const
    assert.notEqual((await citeBeside(circle))?.cite, null)
  })

  test('a page that does not answer is not cited', async () => {
    const silent: typeof admit = async (url) => ({ ...(await admit(url)), flags: ['resolution_failed'] })
    const context = { admit: silent, policy: definePolicy(POLICY), mayBeCited: async () => true, findVerdict }
    for await (const { cite: cited, links } of citeTopics(
      [createFile('a.json', `{"u":"${DEEP}"}`, 'json', FIELD)],
      context,
    )) {
      assert.equal(cited, null)
      assert.equal(links[0]?.reason, 'resolution_failed')
    }
  })
})

const names: readonly (readonly [url: string, sentence: string])[] = [
  ['https://www.sepe.es/a', 'SEPE sepe.es'],
  ['https://sede.seg-social.gob.es', 'Seg-social sede.seg-social.gob.es'],
  ['https://imserso.gob.es', 'Imserso imserso.gob.es'],
  ['https://special.example/x', 'the special one, special.example'],
]

describe('the qualifier', () => {
  const policy = definePolicy({
    name: 'names',
    citation: { qualifier: '{name} {host}' },
    sites: { 'special.example': { citation: { qualifier: 'the special one, {host}' } } },
  })
  for (const [url, sentence] of names) {
    test(`of ${url} is: ${sentence}`, () => assert.equal(writeQualifier(policy, url), sentence))
  }
})

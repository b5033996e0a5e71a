import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DnsFn } from '@canonist/web/internal/net/exchange'
import type { PageFilter } from '../../../src/health/page-filter.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { article } from './pages.ts'
import { HOUR, verdictOn, watch, type Watched, type Web } from './simulated-health.ts'

const PAGE = 'https://lapsed.com/tea'
const OTHER = 'https://other.com/tea'
const OK = { body: article('Tea', 1) }
const failing = (error: string) => ({ error })

/** A resolver that knows these codes for these names, and an address for any other. */
const resolver =
  (codes: Readonly<Record<string, string>>): DnsFn =>
  async (host) => {
    const code = codes[host] ?? codes['*']
    if (code !== undefined) throw Object.assign(new Error(code), { code })
    return ['93.184.215.14']
  }

const LAPSED = resolver({ 'lapsed.com': 'ENOTFOUND' })
const OF_PAGE: PageFilter = { host: 'lapsed.com', isAll: true }

interface Case {
  readonly why: string
  /** What is asked from the second look on. */
  readonly web: Web
  readonly dnsFn: DnsFn
  readonly filter?: PageFilter
  readonly verdict: string
  readonly reason: string
  readonly isMute: boolean
}

const GONE = { verdict: 'gone', reason: 'three_failures', isMute: false }
const UNKNOWN = { verdict: 'inconclusive', reason: 'nobody_answered', isMute: true }

/** A registry with the one page. */
const ALONE: readonly Case[] = [
  { why: 'a name that lapsed', web: { [PAGE]: failing('ENOTFOUND') }, dnsFn: LAPSED, ...GONE },
  {
    why: 'a resolver that has no way out and denies every name',
    web: { [PAGE]: failing('ENOTFOUND') },
    dnsFn: resolver({ '*': 'ENOTFOUND' }),
    ...UNKNOWN,
  },
  {
    why: 'a resolver that could not find out',
    web: { [PAGE]: failing('EAI_AGAIN') },
    dnsFn: resolver({ 'lapsed.com': 'EAI_AGAIN' }),
    ...UNKNOWN,
  },
  { why: 'a name that is back', web: { [PAGE]: failing('ENOTFOUND') }, dnsFn: resolver({}), ...UNKNOWN },
  { why: 'a host that nobody can reach', web: { [PAGE]: failing('ETIMEDOUT') }, dnsFn: LAPSED, ...UNKNOWN },
]

/** A registry that knows another host, which is not asked for its own sake. */
const AMONG_OTHERS: readonly Case[] = [
  {
    why: 'another host answers',
    web: { [PAGE]: failing('ETIMEDOUT'), [OTHER]: OK },
    dnsFn: resolver({ '*': 'ENOTFOUND' }),
    filter: OF_PAGE,
    ...GONE,
  },
  {
    why: 'the other host is silent, too',
    web: { [PAGE]: failing('ETIMEDOUT'), [OTHER]: failing('ETIMEDOUT') },
    dnsFn: resolver({}),
    filter: OF_PAGE,
    ...UNKNOWN,
  },
  {
    why: 'both names are denied by a resolver without a way out',
    web: { [PAGE]: failing('ENOTFOUND'), [OTHER]: failing('ENOTFOUND') },
    dnsFn: resolver({ '*': 'ENOTFOUND' }),
    ...UNKNOWN,
  },
]

/** Three looks after a good one, over more than 72 hours. */
async function lookOn(watched: Watched, { web, dnsFn, filter = { isAll: true } }: Case): Promise<boolean> {
  let isMute = false
  await watched.health.check({ fetcher: watched.fetcher, dnsFn })
  watched.web = web
  for (let look = 0; look < 3; look += 1) {
    watched.clock.time += 40 * HOUR
    isMute = (await watched.health.check({ fetcher: watched.fetcher, dnsFn, filter })).isNetworkSilent
  }
  return isMute
}

/** Whose fault a silence is, on either database. */
export function ownNetworkContract({ dialect, freshLocation }: TestDatabases): void {
  describe(`${dialect} link health without answers`, () => {
    for (const [urls, cases] of [
      [[PAGE], ALONE],
      [[PAGE, OTHER], AMONG_OTHERS],
    ] as const) {
      for (const one of cases) {
        test(`${one.why}, ${urls.length} in the registry -> ${one.verdict}`, async (t) => {
          const watched = await watch(t, await freshLocation(), urls, { [PAGE]: OK, [OTHER]: OK })
          const isMute = await lookOn(watched, one)
          const { verdict, reasons } = await verdictOn(watched.health, PAGE)
          assert.deepEqual([verdict, reasons[0], isMute], [one.verdict, one.reason, one.isMute])
        })
      }
    }

    test('who is asked for the sake of another is asked once, and not looked at', async (t) => {
      const watched = await watch(t, await freshLocation(), [PAGE, OTHER], { [PAGE]: OK, [OTHER]: OK })
      await watched.health.check({ fetcher: watched.fetcher, dnsFn: LAPSED })
      watched.web = { [PAGE]: failing('ETIMEDOUT'), [OTHER]: OK }
      watched.asked.length = 0
      watched.clock.time += HOUR
      await watched.health.check({ fetcher: watched.fetcher, dnsFn: LAPSED, filter: OF_PAGE })
      assert.deepEqual(
        watched.asked.filter((each) => each.endsWith(OTHER)),
        [`HEAD ${OTHER}`],
      )
      const { pageId } = await verdictOn(watched.health, OTHER)
      assert.equal((await watched.health.readHistory(pageId)).length, 1)
    })
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FrontierState } from '../../src/frontier/frontier-state.ts'
import { resolveReasons, type FrontierReason, type ReasonFilter } from '../../src/frontier/reasons.ts'
import { collect } from '../../../registry/test/registry/support/collect.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { stageTests, type Stage } from './support/stage.ts'

const RESOLVED: readonly { filter: ReasonFilter; reasons: readonly string[] | undefined; why: string }[] = [
  { filter: {}, reasons: undefined, why: 'no condition' },
  { filter: { reason: 'gone' }, reasons: ['gone'], why: 'one reason' },
  { filter: { reason: ['gone', 'reset', 'gone'] }, reasons: ['gone', 'reset'], why: 'several, each once' },
  { filter: { reason: 'of_an_older_version' }, reasons: ['of_an_older_version'], why: 'a name is taken as it is' },
  {
    filter: { reasonClass: ['robots', 'rate'] },
    reasons: ['robots_disallowed', 'robots_unreachable', 'rate_limited', 'retry_after', 'crawl_delay_too_long'],
    why: 'classes are all their reasons',
  },
  { filter: { reason: ['gone', 'reset'], reasonClass: 'http' }, reasons: ['gone'], why: 'both must hold' },
  { filter: { reason: 'gone', reasonClass: 'robots' }, reasons: [], why: 'nothing can match both' },
]

for (const { filter, reasons, why } of RESOLVED)
  test(`${JSON.stringify(filter)} -> ${JSON.stringify(reasons)} (${why})`, () => {
    assert.deepEqual(resolveReasons(filter), reasons)
  })

const REASONS: readonly (FrontierReason | null)[] = [
  'gone',
  'not_found',
  'server_error',
  'read_timeout',
  'redirect_loop',
  'redirect_out_of_scope',
  null,
]
/** Hosts whose names begin alike, so that a list by the beginning of a host name has several. */
const HOSTS = ['ha.example', 'hb.example', 'other.example']

/** Every host has two URLs of each reason. */
async function fill({ frontier, pass }: Stage): Promise<void> {
  await frontier.submit(
    HOSTS.flatMap((host) => REASONS.flatMap((reason) => [1, 2].map((nth) => `https://${host}/${reason}/${nth}`))),
  )
  for (;;) {
    const claims = await frontier.claim({ limit: 1000 })
    if (claims.length === 0) return
    for (const claim of claims) {
      const [, path = ''] = new URL(claim.url).pathname.split('/')
      if (path === 'null') await frontier.updateFetched(claim, { status: 200 })
      else await frontier.updateFailed(claim, { reason: path as FrontierReason, sinceRequestMs: 0 })
    }
    await pass(1000)
  }
}

const FILTERS: readonly ReasonFilter[] = [
  { reason: ['not_found', 'gone', 'redirect_out_of_scope'] },
  { reasonClass: 'redirect' },
  { reasonClass: ['http', 'transfer'] },
  { reason: ['gone', 'reset'], reasonClass: ['http', 'robots'] },
  { reason: 'gone', reasonClass: 'robots' },
  { reasonClass: 'robots' },
]
const SCOPES = [{}, { host: 'hb.example' }, { q: 'h' }, { q: 'ha.example/' }, { q: '/not', host: 'other.example' }]
const STATES: readonly (FrontierState | undefined)[] = [undefined, 'dead', 'retry']

for (const databases of await bothDatabases())
  stageTests(databases)(
    'several reasons and classes match the same URLs in every list, count and change',
    async (stage) => {
      await fill(stage)
      const { frontier } = stage
      const all = await collect(frontier.streamUrls())
      for (const filter of FILTERS)
        for (const scope of SCOPES)
          for (const state of STATES) {
            const wanted = { ...filter, ...scope, state }
            const name = JSON.stringify(wanted)
            const expected = all.filter(
              (url) =>
                resolveReasons(filter)?.includes(url.reason ?? '') === true &&
                (state === undefined || url.state === state) &&
                ('host' in scope ? url.host === scope.host : true) &&
                ('q' in scope ? url.url.includes(`://${'host' in scope ? scope.host : ''}${scope.q}`) : true),
            )
            const listed: string[] = []
            let after: string | null = null
            do {
              const part: Awaited<ReturnType<typeof frontier.listUrls>> = await frontier.listUrls(wanted, {
                after,
                limit: 2,
              })
              listed.push(...part.items.map(({ url }) => url))
              after = part.next
            } while (after !== null)
            assert.deepEqual(listed.toSorted(), expected.map(({ url }) => url).toSorted(), name)
            assert.deepEqual(
              await frontier.countMatching(wanted, 1000),
              { urls: expected.length, isComplete: true },
              name,
            )
            if ('q' in scope) continue
            const streamed = await collect(frontier.streamUrls(wanted))
            assert.deepEqual(streamed.map(({ url }) => url).toSorted(), listed.toSorted(), name)
            const counts = (await frontier.listReasons(wanted, { limit: 500 })).items
            assert.equal(
              counts.reduce((sum, { urls }) => sum + urls, 0),
              expected.length,
              name,
            )
          }
      assert.equal(await frontier.requeue({ state: 'dead', reason: ['gone', 'not_found'] }), 12)
      assert.equal(await frontier.prioritize({ reasonClass: 'redirect' }, 'high'), 12)
      assert.equal(await frontier.forget({ reasonClass: 'redirect', host: 'hb.example' }), 4)
    },
  )

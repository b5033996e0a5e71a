import type { FrontierState } from '@canonist/crawl/internal/frontier/frontier-state'
import type { Frontier } from '@canonist/crawl/internal/frontier/frontier'
import type { Health } from '@canonist/links/internal/health/health'
import type { HostFilter } from '@canonist/crawl/internal/hosts/list-hosts'
import type { Hosts } from '@canonist/crawl/internal/hosts/hosts'
import type { Registry } from '@canonist/registry/internal/registry/registry'
import type { ListPart, PartOptions } from '@canonist/registry/internal/store/list-part'
import type { ListSizes } from './fill-lists.ts'

export type ReadPart = (options: PartOptions) => Promise<ListPart<unknown>>

export interface Listed {
  readonly registry: Registry
  readonly frontier: Frontier
  readonly health: Health
  readonly hosts: Hosts
}

/** Every filter and every combination of filters that lists offer, by what it is called. */
export function everyList({ registry, frontier, health, hosts }: Listed, sizes: ListSizes): Map<string, ReadPart> {
  return new Map([
    ...pageLists(registry, sizes),
    ...otherLists(registry, sizes),
    ...verdictLists(health, sizes),
    ...queueLists(frontier, sizes),
    ...hostLists(hosts),
  ])
}

type Named = [name: string, read: ReadPart]

function pageLists(registry: Registry, { largeHost, rareVerdict }: ListSizes): Named[] {
  const scopes = {
    all: {},
    host: { host: largeHost },
    prefix: { prefix: `https://${largeHost}/97` },
    'q of host': { q: 'h1' },
    'q of large host': { q: largeHost.slice(0, 4) },
    'q of path': { q: `${largeHost}/97` },
  }
  return Object.entries(scopes).flatMap(([scope, base]) =>
    ([undefined, 'homepage'] as const).flatMap((linkType) =>
      [undefined, 'healthy', rareVerdict].map((verdict): Named => {
        const name = ['pages', scope, linkType, verdict].filter((word) => word !== undefined).join(', ')
        return [name, (options) => registry.listPages({ ...base, linkType, verdict }, options)]
      }),
    ),
  )
}

function otherLists(registry: Registry, { pageWithAliases }: ListSizes): Named[] {
  const reviews = (['open', 'accepted', 'all'] as const).flatMap((state): Named[] => [
    [`reviews, ${state}`, (options) => registry.listReviews({ state }, options)],
    [`reviews, ${state}, learned`, (options) => registry.listReviews({ state, kind: 'learned_rule' }, options)],
  ])
  const admissions = ([undefined, 'accept', 'review'] as const).map((decision): Named => [
    `admissions, ${decision ?? 'all'}`,
    (options) => registry.listAdmissions({ decision }, options),
  ])
  return [
    ['aliases of a page', (options) => registry.listAliases(pageWithAliases, options)],
    ['hosts', (options) => registry.listHosts({}, options)],
    ['hosts, q', (options) => registry.listHosts({ q: 'h1' }, options)],
    ...reviews,
    ...admissions,
    ['rejected, all', (options) => registry.listRejected({}, options)],
    ['rejected, rare code', (options) => registry.listRejected({ code: 'line/rare' }, options)],
    ['runs, all', (options) => registry.listRuns({}, options)],
    ['runs, rekey', (options) => registry.listRuns({ kind: 'rekey' }, options)],
  ]
}

function verdictLists(health: Health, { largeHost }: ListSizes): Named[] {
  const verdicts = ['gone', 'soft404', 'moved'] as const
  const several: Named[] = [undefined, largeHost].map((host) => [
    `verdicts, several${host === undefined ? '' : ', host'}`,
    (options) => health.listVerdicts({ verdicts, host }, options),
  ])
  const single = ([undefined, 'healthy', 'moved', 'gone'] as const).flatMap((verdict) =>
    [undefined, largeHost].map((host): Named => {
      const name = `verdicts, ${verdict ?? 'all'}${host === undefined ? '' : ', host'}`
      return [name, (options) => health.listVerdicts({ verdict, host }, options)]
    }),
  )
  return [...single, ...several]
}

function hostLists(hosts: Hosts): Named[] {
  const list =
    (filter: HostFilter): ReadPart =>
    ({ after, limit }) =>
      hosts.list({ ...filter, after: after ?? undefined, limit })
  return [
    ['clocks', list({})],
    ['clocks, q', list({ q: 'h1' })],
    ['clocks, down', list({ condition: 'down' })],
    ['clocks, paused', list({ condition: 'paused' })],
  ]
}

const STATES = [undefined, 'pending', 'fetched', 'retry', 'dead', 'excluded', 'leased'] as const satisfies (
  | FrontierState
  | undefined
)[]

function queueLists(frontier: Frontier, { largeHost }: ListSizes): Named[] {
  const scopes = {
    '': {},
    ', host': { host: largeHost },
    ', q': { q: 'h1' },
    ', q of large host': { q: largeHost.slice(0, 4) },
    ', q of path': { q: `${largeHost}/97` },
  }
  return Object.entries(scopes).flatMap(([scope, base]) =>
    STATES.filter((state) => !('q' in base && !base.q.includes('/') && state === 'leased')).flatMap((state) =>
      [undefined, 'timeout', 'gone', ['gone', 'timeout']].map((reason): Named => {
        const name = `queue, ${state ?? 'all'}${reason === undefined ? '' : `, ${String(reason)}`}${scope}`
        return [name, (options) => frontier.listUrls({ ...base, state, reason }, options)]
      }),
    ),
  )
}

import { queryOptions } from '@tanstack/react-query'
import type {
  FrontierUrl,
  GetPageHistoryInput,
  HostSummary,
  ListFrontierUrlsInput,
  ListHostsInput,
  ListLearnedInput,
  ListPagesInput,
  ListReviewsInput,
  ListRunsInput,
  ListVerdictsInput,
  Observation,
  Page,
  PolicyName,
  Review,
  Run,
  Verdict,
} from '@canonist/client'
import { client } from './client.ts'
import { createListQuery } from './list-query.ts'

// One description of each question to the server. Keys begin with the name of the thing, so that an event can mark it as stale.

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => client.getStatus({}, { signal }),
})
/** Read from time to time: it shows that the server is there, and that the session still holds. */
export const callerQuery = queryOptions({
  queryKey: ['caller'],
  queryFn: ({ signal }) => client.getCaller({}, { signal }),
  refetchInterval: ({ state }) => (state.status === 'error' ? 3000 : 15_000),
})
export const countHistoryQuery = (hours: number) =>
  queryOptions({
    queryKey: ['history', hours],
    queryFn: ({ signal }) => client.getCountHistory({ hours }, { signal }),
    staleTime: 60_000,
  })
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => client.getSettings({}, { signal }),
})
/** A token has at most 100 sessions, so that more than one part is rare. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => client.listSessions({ limit: 500 }, { signal }),
})
export const sampleQuery = (size: number) =>
  queryOptions({
    queryKey: ['sample', size],
    queryFn: ({ signal }) => client.sampleUrls({ size }, { signal }),
    staleTime: Infinity,
  })
export const policiesQuery = queryOptions({
  queryKey: ['policies'],
  queryFn: ({ signal }) => client.listPolicies({}, { signal }),
})
export const policyQuery = (name: string) =>
  queryOptions({
    queryKey: ['policies', name],
    queryFn: ({ signal }) => client.getPolicy({ name }, { signal }),
    staleTime: 60_000,
  })
export const explanationQuery = (url: string, policy: PolicyName) =>
  queryOptions({
    queryKey: ['explanation', url, policy],
    queryFn: ({ signal }) => client.explain({ url, policy }, { signal }),
    staleTime: Infinity,
  })
export const comparisonQuery = (a: string, b: string, policy: PolicyName) =>
  queryOptions({
    queryKey: ['comparison', a, b, policy],
    queryFn: ({ signal }) => client.compare({ a, b, policy }, { signal }),
    staleTime: Infinity,
  })
export const foundPageQuery = (url: string) =>
  queryOptions({ queryKey: ['pages', 'found', url], queryFn: ({ signal }) => client.findPage({ url }, { signal }) })
export const pageHistoryQuery = createListQuery<GetPageHistoryInput, Observation>('history', client.getPageHistory)
export const pageVerdictQuery = (id: number) =>
  queryOptions({ queryKey: ['verdicts', id], queryFn: ({ signal }) => client.getVerdict({ id }, { signal }) })
export const frontierUrlQuery = (url: string) =>
  queryOptions({
    queryKey: ['frontier', 'url', url],
    queryFn: ({ signal }) => client.explainFrontierUrl({ url }, { signal }),
  })
export const pagesQuery = createListQuery<ListPagesInput, Page>('pages', client.listPages)
export const reviewsQuery = createListQuery<ListReviewsInput, Review>('reviews', client.listReviews)
export const reviewQuery = (id: number) =>
  queryOptions({ queryKey: ['reviews', id], queryFn: ({ signal }) => client.getReview({ id }, { signal }) })
export const frontierUrlsQuery = createListQuery<ListFrontierUrlsInput, FrontierUrl>(
  'frontier',
  client.listFrontierUrls,
)
/** Of all hosts, or of one. */
export const frontierReasonsQuery = (host?: string) =>
  queryOptions({
    queryKey: ['frontier', 'reasons', host],
    // Only the totals are needed, which come with any part.
    queryFn: ({ signal }) => client.getFrontierReasons({ host, limit: 1 }, { signal }),
  })
export const stuckHostsQuery = queryOptions({
  queryKey: ['frontier', 'hosts'],
  queryFn: ({ signal }) => client.rankFrontierHosts({}, { signal }),
})
export const brokenHostsQuery = queryOptions({
  queryKey: ['verdicts', 'hosts'],
  queryFn: ({ signal }) => client.rankHealthHosts({ limit: 7 }, { signal }),
})
export const gaugesQuery = queryOptions({
  queryKey: ['frontier', 'gauges'],
  queryFn: ({ signal }) => client.getFrontierGauges({}, { signal }),
  refetchInterval: 30_000,
})
export const changesQuery = (since: string) =>
  queryOptions({ queryKey: ['changes', since], queryFn: ({ signal }) => client.getChanges({ since }, { signal }) })
export const reviewCountsQuery = queryOptions({
  queryKey: ['reviews', 'counts'],
  queryFn: ({ signal }) => client.countReviews({}, { signal }),
})
export const runningQuery = queryOptions({
  queryKey: ['runs', 'running'],
  queryFn: ({ signal }) => client.listRuns({ state: 'running' }, { signal }),
})
export const hostsQuery = createListQuery<ListHostsInput, HostSummary>('hosts', client.listHosts)
export const leasesQuery = queryOptions({
  queryKey: ['frontier', 'leases'],
  queryFn: ({ signal }) => client.listLeases({}, { signal }),
  // A lease becomes stuck by the passing of time, of which the server sends no event.
  refetchInterval: 15_000,
})
/** Those that are down, up to as many as one part has. */
export const hostsDownQuery = queryOptions({
  queryKey: ['hosts', 'down'],
  queryFn: ({ signal }) => client.listHosts({ condition: 'down', limit: 500 }, { signal }),
  // Workers find a host down without an event of the server.
  refetchInterval: 60_000,
})
export const hostQuery = (host: string) =>
  queryOptions({ queryKey: ['hosts', host], queryFn: ({ signal }) => client.getHost({ host }, { signal }) })
export const verdictsQuery = createListQuery<ListVerdictsInput, Verdict>('verdicts', client.listVerdicts)
export const learnedQuery = createListQuery<ListLearnedInput, Review>('learned', client.listLearned)
export const runsQuery = createListQuery<ListRunsInput, Run>('runs', client.listRuns)
/** Below `runs`, because the end of a run removes its upload. */
export const uploadsQuery = queryOptions({
  queryKey: ['runs', 'uploads'],
  queryFn: ({ signal }) => client.listUploads({ limit: 500 }, { signal }),
})
export const runQuery = (id: number) =>
  queryOptions({ queryKey: ['runs', id], queryFn: ({ signal }) => client.getRun({ id }, { signal }) })

import type { PageVerdict } from '@canonist/links/internal/health/sql/verdicts.sql'
import type { CanonicalUrl, FetchUrl } from '@canonist/core/internal/text/stages'

/** URLs as plain text, for tests that know what they are. */
export type ToldVerdict = Partial<Omit<PageVerdict, 'url' | 'fetchUrl'>> & {
  readonly url?: string
  readonly fetchUrl?: string
}

/** A verdict on a page, healthy unless told otherwise. */
export const pageVerdict = ({ url = 'https://e.com/a', fetchUrl = url, ...told }: ToldVerdict): PageVerdict => ({
  pageId: 1,
  url: url as CanonicalUrl,
  fetchUrl: fetchUrl as FetchUrl,
  host: 'e.com',
  priority: 'P2',
  prioritySetBy: 'policy',
  verdict: 'healthy',
  reasons: [],
  movedTo: null,
  leadsTo: null,
  notes: [],
  lostFragments: [],
  drift: null,
  suspicion: null,
  lastGood: null,
  since: '2026-02-04T00:00:00.000Z',
  failingSince: null,
  checkedAt: '2026-02-05T00:00:00.000Z',
  dueAt: '2026-02-06T00:00:00.000Z',
  evidence: [],
  ...told,
})

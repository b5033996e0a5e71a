import type { PageVerdict } from '../../src/health/sql/page-verdicts.ts'

/** A verdict on a page, healthy unless told otherwise. */
export const pageVerdict = (told: Partial<PageVerdict>): PageVerdict => ({
  pageId: 1,
  url: 'https://e.com/a',
  fetchUrl: 'https://e.com/a',
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

import type { Session, Transaction } from '../../store/database.ts'
import type { Consequence } from '../reviews/consequence.ts'
import type { DecidedPages, PageDecision } from '../reviews/review-kind.ts'

type Decided = Extract<Consequence, { becomes: 'page-decision' }>

/**
 * Writes the decision of a person to the observations of each page, where link health reads it together with the checks. The pages are due
 * at once, and readers of verdicts judge them again.
 */
export async function writePageDecisions(
  transaction: Transaction,
  { pageDecision, of }: Decided,
  at: number,
): Promise<void> {
  for (const pageId of await findDecidedPages(transaction, of))
    await writePageDecision(transaction, pageId, pageDecision, at)
}

/** Dated after all other observations, because clocks of machines may differ. */
export async function writePageDecision(
  transaction: Transaction,
  pageId: number,
  pageDecision: PageDecision,
  at: number,
): Promise<void> {
  const [row] = await transaction.all<{ readonly last: number | null }>(
    'select max(at) as last from observations where page_id = $1',
    [pageId],
  )
  const time = Math.max(at, (row?.last ?? 0) + 1)
  await transaction.run('insert into observations (page_id, at, seen) values ($1, $2, $3)', [
    pageId,
    time,
    JSON.stringify({ ...UNSEEN, at: time, pageDecision }),
  ])
  await transaction.run('update page_health set due_at = 0 where page_id = $1', [pageId])
}

interface DecidedPage {
  readonly id: number
  readonly at: number
  /** Observations since the decision: checks and decisions. */
  readonly observations: number
}

/**
 * Removes the observations of `writePageDecisions`. Returns false and removes nothing if a page was checked or decided on since: a check
 * records the suspicion before it, so without the decision it would have been another one.
 */
export async function removePageDecisions(transaction: Transaction, decided: Decided, at: number): Promise<boolean> {
  const suspected = new Set(await findDecidedPages(transaction, decided.of))
  const pages = await findPagesWithDecision(transaction, decided, at)
  if (pages.some(({ observations }) => observations > 1)) return false
  // A page of the host with another suspicion has its own decision.
  for (const page of pages.filter(({ id }) => suspected.has(id)))
    await transaction.run('delete from observations where page_id = $1 and at = $2', [page.id, page.at])
  return true
}

function findPagesWithDecision(session: Session, { pageDecision, of }: Decided, at: number): Promise<DecidedPage[]> {
  const [which, value] =
    'pageId' in of
      ? ['p.id = (select coalesce(merged_into, id) from pages where id = $3)', of.pageId]
      : ['p.host_id = (select id from hosts where host = $3)', of.host]
  return session.all<DecidedPage>(
    `select o.page_id as id, max(o.at) as at, count(*) as observations
     from pages p join observations o on o.page_id = p.id where ${which} and o.at >= $1
     group by o.page_id having max(case when o.seen like $2 then 1 else 0 end) = 1`,
    [at, `%"pageDecision":"${pageDecision}"%`, value],
  )
}

/** An observation of link health without a check. */
const UNSEEN = {
  method: 'GET',
  status: null,
  failure: null,
  chain: [],
  arrival: 'self',
  wall: null,
  retryAfter: null,
  missing: null,
  isUnchanged: false,
  etag: null,
  lastModified: null,
  fingerprint: null,
  certificateExpires: null,
  lostFragments: [],
  isWitnessed: true,
}

/** Finds the pages that a decision is about. */
export async function findDecidedPages(session: Session, of: DecidedPages): Promise<number[]> {
  const rows =
    'pageId' in of
      ? await session.all<{ readonly id: number }>(
          `select s.page_id as id from pages p join page_health s on s.page_id = coalesce(p.merged_into, p.id)
           where p.id = $1`,
          [of.pageId],
        )
      : await session.all<{ readonly id: number }>(
          `select s.page_id as id from page_health s join pages p on p.id = s.page_id join hosts h on h.id = p.host_id
           where h.host = $1 and s.verdict is not null and s.judgement like $2 order by s.page_id`,
          [of.host, `%"reason":"${of.reason}"%`],
        )
  return rows.map(({ id }) => id)
}

import { hash } from 'node:crypto'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { policies } from '@canonist/core'
import { openRegistry } from 'canonist/registry'
import { listReviews, type GeneratedReview } from './generated-reviews.ts'
import { describePage, nameHost, type GeneratedPage } from './generated-pages.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** As the server stores it. */
const hashShort = (text: string): Buffer => hash('sha256', text, 'buffer').subarray(0, 16)

/**
 * Makes the database of a crawl that has run for a month: pages and their URLs, a queue with failures, verdicts, reviews, runs and the
 * counts of the last day. The same number of pages gives the same rows, but for their times. All hosts are reserved names.
 *
 * It writes rows as a server would have, without the server: a million pages take some 20 seconds.
 */
export async function generateDatabase(file: string, pages: number, now: number): Promise<void> {
  await (await openRegistry(file)).close()
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  // If this fails the database is deleted, so it needs no journal.
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000; begin')
  const indexes = dropIndexes(database)
  const { fingerprint, name, spec } = policies.dedupe
  prepareInsert(database, 'policies', 'id, fingerprint, name, spec, added_at, in_force')(
    1,
    fingerprint,
    name,
    JSON.stringify(spec),
    now,
    1,
  )
  fillHosts(database, countHosts(pages), now)
  fillPages(database, pages, now)
  fillReviews(database, listReviews(), now)
  fillRejected(database, now)
  fillRuns(database, now)
  for (const sql of indexes) database.exec(sql)
  database.exec(COUNT)
  fillHistory(database, now)
  database.exec('commit; pragma journal_mode = wal')
  database.close()
}

export const countHosts = (pages: number): number => Math.max(20, Math.round(pages / 430))

/** Sorting all rows of an index once is several times faster than keeping it sorted. */
function dropIndexes(database: DatabaseSync): string[] {
  const indexes = database.prepare("select name, sql from sqlite_schema where type = 'index' and sql is not null").all()
  for (const { name } of indexes) database.exec(`drop index "${String(name)}"`)
  return indexes.map(({ sql }) => String(sql))
}

const prepareInsert = (database: DatabaseSync, table: string, columns: string) => {
  const statement = database.prepare(
    `insert into ${table} (${columns}) values (${columns.replaceAll(/\w+/g, '?').replaceAll(' ', '')})`,
  )
  return (...values: SQLInputValue[]): void => void statement.run(...values)
}

const ROBOTS = 'User-agent: *\nDisallow: /search\nDisallow: /account\nCrawl-delay: 2\nSitemap: /sitemap.xml\n'

/** Host 3 is down since a day, host 6 was paused by a person. */
function fillHosts(database: DatabaseSync, hosts: number, now: number): void {
  const addHost = prepareInsert(database, 'hosts', 'id, host')
  const addClock = prepareInsert(
    database,
    'host_clocks',
    'host_id, allowed_at, ready_at, robots_delay_ms, failures, failing_since, reason, is_down, is_paused',
  )
  const addRobots = prepareInsert(
    database,
    'host_robots',
    'origin, host_id, status, body, crawl_delay_ms, fetched_at, expires_at',
  )
  for (let id = 1; id <= hosts; id++) {
    const isDown = id === 3
    addHost(id, nameHost(id))
    const trouble = isDown ? [8, now - DAY, 'robots_unreachable', 1] : [0, null, null, 0]
    addClock(id, now + HOUR, now + HOUR, id % 5 === 0 ? 2000 : null, ...trouble, id === 6 ? 1 : 0)
    const [status, body, delay] = isDown ? [503, null, null] : [200, ROBOTS, id % 5 === 0 ? 2000 : null]
    addRobots(`https://${nameHost(id)}`, id, status, body, delay, now - 2 * HOUR, now + 22 * HOUR)
  }
}

function fillPages(database: DatabaseSync, pages: number, now: number): void {
  const hosts = countHosts(pages)
  const insert = {
    page: prepareInsert(
      database,
      'pages',
      'id, policy_id, key, canonical_url, fetch_url, host_id, link_type, first_seen, last_seen, verdict',
    ),
    alias: prepareInsert(
      database,
      'aliases',
      'page_id, raw_hash, raw_url, evidence, fragment, first_seen, last_seen, count',
    ),
    queued: prepareInsert(
      database,
      'frontier_urls',
      `page_id, host_id, state, reason, detail, http_status, priority, due_at, attempts, claims, final_url, fetches,
       interval_ms, added_at, fetched_at`,
    ),
    health: prepareInsert(database, 'page_health', 'page_id, verdict, since, judgement, checked_at, due_at'),
    observation: prepareInsert(database, 'observations', 'page_id, at, seen'),
    event: prepareInsert(database, 'frontier_log', 'page_id, at, event, reason, http_status, detail'),
  }
  for (let id = 1; id <= pages; id++) {
    const page = describePage(id, hosts)
    const seen = now - 30 * DAY + Math.floor((id / pages) * 29 * DAY)
    const key = hashShort(page.url)
    insert.page(id, 1, key, page.url, page.url, page.hostId, page.linkType, seen, seen + HOUR, page.verdict)
    insert.alias(id, key, page.url, 'rule', null, seen, seen + HOUR, 1 + (id % 3))
    for (const raw of page.aliases) insert.alias(id, hashShort(raw), raw, 'rule', null, seen, seen, 1)
    fillQueue(insert, id, page, seen, now)
    if (page.verdict !== null) fillHealth(insert, id, page, now)
  }
}

type Insert = (...values: SQLInputValue[]) => void

function fillQueue(
  { queued, event }: { readonly queued: Insert; readonly event: Insert },
  id: number,
  { hostId, url, state, reason, detail, status }: GeneratedPage,
  seen: number,
  now: number,
): void {
  const isFetched = state === 'fetched'
  const attempts = isFetched || state === 'pending' ? 0 : 3
  const tried = state === 'pending' ? null : now - HOUR - (id % 1440) * MINUTE
  const due = isFetched ? now + DAY : state === 'pending' || state === 'retry' ? now + HOUR : null
  const final = isFetched ? url : null
  const fetches = isFetched ? 2 : 0
  const every = isFetched ? 6 * DAY : null
  queued(id, hostId, state, reason, detail, status, 1, due, attempts, attempts, final, fetches, every, seen, tried)
  if (state === 'dead' && tried !== null)
    for (const [nth, name] of ['retry', 'retry', 'dead'].entries())
      event(id, tried - (2 - nth) * HOUR, name, reason, status, detail)
}

const QUIET = { chain: [], arrival: 'self', wall: null, retryAfter: null, missing: null, isUnchanged: false }
const UNREAD = { etag: null, lastModified: null, fingerprint: null, certificateExpires: null, lostFragments: [] }

/** Two months of daily checks; only few pages have them all, to keep the database small. */
function fillHealth(
  { health, observation }: { readonly health: Insert; readonly observation: Insert },
  id: number,
  { verdict }: GeneratedPage,
  now: number,
): void {
  const isHealthy = verdict === 'healthy'
  const status = isHealthy ? 200 : verdict === 'moved' ? 301 : 404
  const judgement = {
    reasons: [`status_${status}`],
    notes: [],
    failingSince: isHealthy ? null : now - 6 * DAY,
    evidence: [],
    movedTo: null,
    leadsTo: null,
    lostFragments: [],
    suspicion: null,
    lastGood: isHealthy ? now - HOUR : now - 7 * DAY,
  }
  health(id, verdict, now - 6 * DAY, JSON.stringify(judgement), now - HOUR, now + 7 * DAY)
  if (id > 3000) return
  for (let day = 59; day >= 0; day--) {
    const at = now - HOUR - day * DAY
    const isBad = isHealthy ? day % 29 === 17 : day < 7
    const seen = { at, method: 'GET', status: isBad ? (isHealthy ? 503 : status) : 200, failure: null }
    observation(id, at, JSON.stringify({ ...seen, ...QUIET, ...UNREAD, isWitnessed: true }))
  }
}

function fillReviews(database: DatabaseSync, reviews: readonly GeneratedReview[], now: number): void {
  const add = prepareInsert(database, 'reviews', 'id, kind, subject, detail, count, state, opened_at, last_seen')
  const addInput = prepareInsert(database, 'review_inputs', 'review_id, input_hash')
  for (const [index, { kind, subject, detail, count }] of reviews.entries()) {
    add(index + 1, kind, subject, JSON.stringify(detail), count, 'open', now - (index + 1) * HOUR, now - HOUR)
    addInput(index + 1, hashShort(subject))
  }
}

function fillRejected(database: DatabaseSync, now: number): void {
  const add = prepareInsert(database, 'rejected', 'raw_hash, raw, code, message, first_seen, last_seen, count')
  for (let id = 1; id <= 500; id++) {
    const raw = `https://exa mple.com/${id}`
    add(hashShort(raw), Buffer.from(raw), 'url/bad-host', 'The host is not valid.', now - DAY, now - HOUR, 1)
  }
}

const INTERRUPTED = { code: 'run/interrupted', message: 'The server has stopped.', fix: 'Resume the run.' }
const RUNS = [
  ['ingest', 'done', { done: 48_000_000, total: 48_000_000, unit: 'bytes' }, null],
  ['check', 'done', { done: 12_000, total: 12_000, unit: 'pages' }, null],
  ['learn', 'failed', { done: 0, total: null, unit: 'lines' }, INTERRUPTED],
  ['check', 'interrupted', { done: 7560, total: 12_000, unit: 'pages' }, null],
] as const

function fillRuns(database: DatabaseSync, now: number): void {
  const add = prepareInsert(
    database,
    'service_runs',
    'id, kind, options, state, started_by, progress, error, attempts, created_at, started_at, ended_at',
  )
  const addLine = prepareInsert(database, 'service_run_log', 'run_id, line, at, level, message')
  for (const [index, [kind, state, progress, error]] of RUNS.entries()) {
    const at = now - (RUNS.length - index) * 5 * HOUR
    const failure = error === null ? null : JSON.stringify(error)
    add(index + 1, kind, '{}', state, 'local', JSON.stringify(progress), failure, 1, at, at, at + HOUR)
    for (let line = 1; line <= 40; line++) addLine(index + 1, line, at + line * MINUTE, 'info', `Part ${line} is done.`)
  }
}

/** The same counters that the server keeps while it writes. */
const COUNT = `
  insert into counts select host_id, 'pages', link_type, 0, count(*) from pages group by host_id, link_type;
  insert into counts select host_id, 'verdicts', verdict, 0, count(*) from pages where verdict is not null group by host_id, verdict;
  insert into counts select host_id, 'frontier', state || ' ' || coalesce(reason, ''), 0, count(*) from frontier_urls
    group by host_id, state, reason;
  insert into counts select 0, subject, name, 0, sum(count) from counts where subject in ('pages', 'verdicts') group by subject, name;
  insert into counts select 0, 'aliases', '', 0, count(*) from aliases;
  insert into counts select 0, 'rejected', code, 0, count(*) from rejected group by code;
  insert into counts select 0, 'reviews', state || ' ' || kind, 0, count(*) from reviews group by state, kind;
  insert into frontier_counts select 0, state, coalesce(reason, ''), count(*) from frontier_urls group by state, reason`

/** Counts of the last day by five minutes, and of the last month by hours, as if the crawl had been steady. */
function fillHistory(database: DatabaseSync, now: number): void {
  const read = (sql: string): Record<string, number> =>
    Object.fromEntries(
      database
        .prepare(sql)
        .all()
        .map(({ name, count }) => [String(name), Number(count)]),
    )
  const totals = read('select subject as name, sum(count) as count from counts where host_id = 0 group by subject')
  const states = read('select state as name, sum(urls) as count from frontier_counts group by state')
  const verdicts = read("select name, count from counts where host_id = 0 and subject = 'verdicts'")
  const scale = (counts: Record<string, number>, part: number): Record<string, number> =>
    Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Math.round(count * part)]))
  const add = prepareInsert(database, 'count_samples', 'step, at, counts')
  const addSample = (step: 'minute' | 'hour', at: number, part: number): void => {
    const { fetched = 0, pending = 0 } = states
    const wave = 0.04 * Math.sin(part * 40)
    const frontier = {
      ...scale(states, part),
      leased: 0,
      fetched: Math.round(fetched * (part + wave * (1 - part) * 4)),
      pending: Math.round(pending + fetched * (1 - part)),
    }
    const { pages = 0, aliases = 0, rejected = 0, reviews = 0 } = scale(totals, 0.9 + part / 10)
    const counts = { pages, aliases, rejected, reviews, frontier, verdicts: scale(verdicts, part) }
    add(step, at, JSON.stringify(counts))
  }
  for (let back = 288; back > 0; back--) addSample('minute', floorTo(MINUTE, now - back * 5 * MINUTE), 1 - back / 700)
  for (let back = 720; back > 0; back--) addSample('hour', floorTo(HOUR, now - back * HOUR), 1 - back / 900)
}

const floorTo = (step: number, at: number): number => at - (at % step)

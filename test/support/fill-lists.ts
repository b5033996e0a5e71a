import { policies } from '@canonist/core'
import type { Database, Dialect } from '@canonist/registry/internal/store/database'

/** How many rows each long list gets. */
export interface ListSizes {
  readonly rows: number
  readonly hosts: number
  /** The host that has nearly a third of all pages. */
  readonly largeHost: string
  /** The page that has a hundredth of all aliases. */
  readonly pageWithAliases: number
  /** A kind of page that is rare: few of the large host have it, all at its end. */
  readonly rareVerdict: string
}

/** Rows from 1 on, as `i`. */
const NUMBERS = 'with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < $1)'

const BYTES: Readonly<Record<Dialect, (number: string) => string>> = {
  sqlite: (number) => `unhex(printf('%032x', ${number}))`,
  postgres: (number) => `decode(lpad(to_hex(${number}), 32, '0'), 'hex')`,
}

/** The large host is the last in the alphabet and the first by its number. */
const HOST = 'case when i % 10 < 3 then 1 else 2 + i % ($2 - 1) end'
const LINK_TYPE = "case when i % 50 = 0 then 'homepage' when i % 10 = 1 then 'section' else 'informative' end"
const VERDICT = `case when i > $3 then 'gone' when i % 2 = 0 then null when i % 10 = 3 then 'moved' when i % 10 = 5 then 'guarded'
  else 'healthy' end`
const JUDGEMENT = JSON.stringify({
  reasons: ['status_200'],
  notes: [],
  failingSince: null,
  evidence: [],
  movedTo: null,
  leadsTo: null,
  lostFragments: [],
  suspicion: null,
  lastGood: 1,
})
const STATE = `case when i % 10 < 6 then 'fetched' when i % 10 < 8 then 'pending' when i % 10 = 8 then 'retry'
  when i % 100 = 9 then 'excluded' else 'dead' end`
const REASON = `case when i % 10 = 8 then 'timeout' when i % 100 = 9 then 'robots_disallowed' when i % 10 = 9 then 'gone' end`

/** Fills every table that there is a list of, with statements alone: the counts are not kept. */
export async function fillLists(database: Database, rows: number): Promise<ListSizes> {
  const bytes = BYTES[database.dialect]
  const hosts = Math.max(20, Math.floor(rows / 50))
  const run = (sql: string, values: (string | number)[] = [rows]) => database.run(sql, values)
  const { fingerprint, name, spec } = policies.dedupe
  await run('insert into policies (id, fingerprint, name, spec, added_at, in_force) values (1, $1, $2, $3, 0, 1)', [
    fingerprint,
    name,
    JSON.stringify(spec),
  ])
  await run(
    `${NUMBERS} insert into hosts (id, host) select i, case when i = 1 then 'zz-large.example' else 'h' || i || '.example' end
     from numbers`,
    [hosts],
  )
  await run(
    `${NUMBERS} insert into pages (id, policy_id, key, canonical_url, fetch_url, host_id, link_type, first_seen, last_seen,
       merged_into, verdict)
     select i, 1, ${bytes('i')}, 'https://host.example/' || (i % 977) || '/page-' || i, 'https://host.example/' || i, ${HOST},
       ${LINK_TYPE}, i, i, case when i % 20 = 7 then i - 1 end, ${VERDICT} from numbers where i <= $1`,
    [rows, hosts, rows - 20],
  )
  await run(
    `update pages set canonical_url = 'https://' || (select host from hosts where hosts.id = pages.host_id)
       || substr(canonical_url, 21)`,
    [],
  )
  await run(
    `${NUMBERS} insert into aliases (page_id, raw_hash, raw_url, evidence, first_seen, last_seen, count)
     select i, ${bytes('i')}, 'https://raw.example/' || i, 'rule', i, i, 1 from numbers`,
  )
  const more = Math.floor(rows / 100)
  await run(
    `${NUMBERS} insert into aliases (page_id, raw_hash, raw_url, evidence, first_seen, last_seen, count)
     select 6, ${bytes('i + 16777216')}, 'https://raw.example/more/' || i, 'rule', i, i, 1 from numbers`,
    [more],
  )
  await run(
    `insert into page_health (page_id, verdict, since, judgement, checked_at, due_at)
     select id, verdict, 1, $1, 1, 2 from pages where verdict is not null`,
    [JUDGEMENT],
  )
  await run(
    `${NUMBERS} insert into rejected (raw_hash, raw, code, message, first_seen, last_seen, count)
     select ${bytes('i')}, ${bytes('i')}, case when i % 1000 = 0 then 'line/rare' else 'url/bad-host' end, 'm', i, i, 1
     from numbers`,
  )
  await run(
    `${NUMBERS} insert into reviews (id, kind, subject, detail, count, state, opened_at, last_seen)
     select i, case when i % 1000 = 0 then 'learned_rule' else 'unknown_param' end, 's' || i, '{}', 1,
       case when i % 100 = 0 then 'open' when i % 3 = 0 then 'rejected' else 'accepted' end, 1, 1 from numbers`,
  )
  await run(
    `${NUMBERS} insert into admissions (id, original_hash, original, decision, canonical, policy_version, is_answered, record,
       first_seen, last_seen, count, in_force)
     select i, ${bytes('i')}, 'o' || i, case when i % 1000 = 0 then 'review' when i % 2 = 0 then 'accept' else 'reject' end,
       case when i % 2 = 0 then 'c' || i end, 'v', 1, '{}', 1, 1, 1, case when i % 7 = 0 then 0 else 1 end from numbers`,
  )
  await run(
    `${NUMBERS} insert into runs (id, kind, source, position, state, report, started_at, updated_at)
     select i, case when i % 1000 = 0 then 'rekey' else 'ingest' end, 's' || i, 1, 'done', '{}', 1, 1 from numbers`,
  )
  await run(
    `${NUMBERS} insert into frontier_urls (page_id, host_id, state, reason, priority, due_at, added_at)
     select i, ${HOST}, ${STATE}, ${REASON}, 1, case when i % 10 = 9 then null else i end, 1 from numbers`,
    [rows, hosts],
  )
  await holdHosts(database)
  await setHostsAside(database)
  if (database.dialect === 'postgres') await database.run('analyze')
  return { rows, hosts, largeHost: 'zz-large.example', pageWithAliases: 6, rareVerdict: 'gone' }
}

/** Every fourth host is down, and ten are paused. */
async function setHostsAside(database: Database): Promise<void> {
  await database.run('update host_clocks set is_down = 1 where host_id % 4 = 0')
  await database.run('update host_clocks set is_paused = 1 where host_id <= 10')
}

/** Thirty hosts are held, each for the first of its URLs; the large one is among them. */
async function holdHosts(database: Database): Promise<void> {
  await database.run(
    `insert into host_clocks (host_id, allowed_at, ready_at, held_by, held_until, inflight)
     select id, 1, 1, case when id <= 30 then 7 end, case when id <= 30 then 1 end, case when id <= 30 then 1 else 0 end
     from hosts where true`,
  )
  await database.run(
    `update frontier_urls set lease_token = 7 where page_id in (
       select min(page_id) from frontier_urls where host_id <= 30 and due_at is not null group by host_id)`,
  )
}

import type { Database } from '@canonist/registry/internal/store/database'

/** What is kept in `counts`, counted anew. */
const COUNTED = `
  select host_id, 'pages' as subject, link_type as name, count(*) as count from pages where merged_into is null
    group by host_id, link_type
  union all select host_id, 'verdicts', verdict, count(*) from pages where merged_into is null and verdict is not null
    group by host_id, verdict
  union all select host_id, 'frontier', state || ' ' || coalesce(reason, ''), count(*) from frontier_urls
    group by host_id, state || ' ' || coalesce(reason, '')
  union all select 0, 'pages', link_type, count(*) from pages where merged_into is null group by link_type
  union all select 0, 'verdicts', verdict, count(*) from pages where merged_into is null and verdict is not null
    group by verdict
  union all select 0, 'aliases', '', count(*) from aliases having count(*) > 0
  union all select 0, 'rejected', code, count(*) from rejected group by code
  union all select 0, 'reviews', state || ' ' || kind, count(*) from reviews group by state || ' ' || kind
  union all select 0, 'admissions', decision, count(*) from admissions where in_force = 1 group by decision`

const KEPT = `select host_id, subject, name, sum(count) as count from counts
  group by host_id, subject, name having sum(count) <> 0`

/** Counts that are not what there is to count, in words. */
export async function countFaults(database: Database): Promise<string[]> {
  const differing = await database.all(
    `select coalesce(c.host_id, k.host_id) as host, coalesce(c.subject, k.subject) as subject,
       coalesce(c.name, k.name) as name, c.count as counted, k.count as kept
     from (${COUNTED}) c full join (${KEPT}) k on k.host_id = c.host_id and k.subject = c.subject and k.name = c.name
     where coalesce(c.count, 0) <> coalesce(k.count, 0)`,
  )
  const verdicts = await database.all(
    `select p.id from pages p left join page_health s on s.page_id = p.id
     where coalesce(p.verdict, '') <> coalesce(s.verdict, '')`,
  )
  return [
    ...differing.map((row) => `a count is wrong: ${JSON.stringify(row)}`),
    ...verdicts.map(({ id }) => `page ${String(id)} has another verdict than its health`),
  ]
}

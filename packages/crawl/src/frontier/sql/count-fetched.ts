import type { FrontierContext } from '../context.ts'

/** How many pages of a host were fetched, counted up to `most`. */
export async function countFetched({ database }: FrontierContext, host: string, most: number): Promise<number> {
  const [row] = await database.all<{ readonly pages: number }>(
    `select count(*) as pages from (select 1 from frontier_urls
       where host_id = (select id from hosts where host = $1) and due_at is not null and state = 'fetched' limit $2) fetched`,
    [host, most],
  )
  return row?.pages ?? 0
}

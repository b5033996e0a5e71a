import type { Session } from '../../store/database.ts'
import type { RawUrl } from '@canonist/core/internal/text/stages'

/**
 * URLs of a random sample of pages, the same each time: keys are hashes, so the first pages by key are a sample that an index has ready.
 * All spellings of a page are in it, up to `limit` in all.
 */
export async function sampleAliases(session: Session, limit: number): Promise<RawUrl[]> {
  const rows = await session.all<{ readonly raw_url: RawUrl }>(
    `select a.raw_url from (select id, policy_id, key from pages order by policy_id, key limit $1) p
     join aliases a on a.page_id = p.id order by p.policy_id, p.key, a.raw_hash limit $1`,
    [limit],
  )
  return rows.map(({ raw_url }) => raw_url)
}

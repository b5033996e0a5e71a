import type { Session } from '@canonist/registry/internal/store/database'

/** Starts to watch every page of the registry that is not watched yet. New pages are due at once. */
export async function enrolPages(session: Session): Promise<number> {
  return session.run(
    `insert into page_health (page_id, due_at)
     select p.id, 0 from pages p where p.merged_into is null
       and not exists (select 1 from page_health s where s.page_id = p.id)
     on conflict (page_id) do nothing`,
  )
}

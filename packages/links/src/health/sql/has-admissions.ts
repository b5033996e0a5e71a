import type { Session } from '@canonist/registry/internal/store/database'

/** Whether the registry has any admission. */
export async function hasAdmissions(session: Session): Promise<boolean> {
  return (await session.all('select 1 from admissions limit 1')).length > 0
}

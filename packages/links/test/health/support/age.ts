import { openDatabase } from '@canonist/registry/internal/store/open-database'

const HOUR_MS = 60 * 60 * 1000

/** Lets time pass for a registry: everything that was seen was seen so many hours earlier. */
export async function age(location: string, hours: number): Promise<void> {
  const database = await openDatabase(location)
  const ms = hours * HOUR_MS
  await database.transaction(async (transaction) => {
    const rows = await transaction.all<{ page_id: number; at: number; seen: string }>(
      'select * from observations order by at',
    )
    for (const { page_id, at, seen } of rows) {
      await transaction.run('update observations set at = $3, seen = $4 where page_id = $1 and at = $2', [
        page_id,
        at,
        at - ms,
        JSON.stringify({ ...(JSON.parse(seen) as object), at: at - ms }),
      ])
    }
    await transaction.run(
      'update page_health set due_at = due_at - $1, checked_at = checked_at - $1, since = since - $1',
      [ms],
    )
    await transaction.run('update host_checks set probe = null')
    await transaction.run('update host_clocks set allowed_at = allowed_at - $1', [ms])
  })
  await database.close()
}

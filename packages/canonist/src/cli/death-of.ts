import type { Health } from '../health/health.ts'
import { DEAD_VERDICTS, type DeadVerdict } from '../health/words.ts'

/** What became of the page that a URL leads to, where link health holds it for dead. */
export async function deathOf(health: Health, url: string): Promise<DeadVerdict | null> {
  const [pageId = null] = await health.locate([url])
  if (pageId === null) return null
  for await (const page of health.verdicts({ pageIds: [pageId] }))
    return DEAD_VERDICTS.find((verdict) => verdict === page.verdict) ?? null
  return null
}

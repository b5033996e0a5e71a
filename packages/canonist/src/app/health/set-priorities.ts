import type { Health } from '../../health/health.ts'
import type { Priority } from '../../health/priority.ts'
import type { Line } from '../../registry/ingest/line.ts'

export interface Prioritised {
  /** How many URLs led to a page. */
  readonly set: number
  /** URLs that the registry does not know. */
  readonly unknown: readonly string[]
}

const AT_ONCE = 500

/** Sets how often the pages of some lines are looked at. */
export async function prioritise(
  health: Health,
  lines: AsyncIterable<readonly Line[]> | Iterable<readonly Line[]>,
  priority: Priority | null,
): Promise<Prioritised> {
  const unknown: string[] = []
  let set = 0
  for await (const block of lines) {
    const urls = block.filter((line) => typeof line === 'string' && line !== '').map(String)
    for (let start = 0; start < urls.length; start += AT_ONCE) {
      const some = urls.slice(start, start + AT_ONCE)
      const found = await health.locate(some)
      const pageIds = found.filter((id) => id !== null)
      await health.setPriority([...new Set(pageIds)], priority)
      set += pageIds.length
      unknown.push(...some.filter((_, index) => found[index] === null))
    }
  }
  return { set, unknown }
}

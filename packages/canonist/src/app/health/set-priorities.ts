import { isPriority, type CheckPriority } from '../../health/priority.ts'
import type { Input } from '../../io/input.ts'
import { quoteEmpty } from '../../text/quote-empty.ts'
import { AppError } from '../errors.ts'
import { registryLines } from '../ingest/registry-lines.ts'
import type { Canonist } from '../open-canonist.ts'
import { createStep, type RunOptions } from '../run-options.ts'
import { splitIntoChunks } from '../../text/chunks.ts'

export interface PrioritiesReport {
  /** How many URLs led to a page. */
  readonly set: number
  /** URLs that the registry does not know. */
  readonly unknown: readonly string[]
}

const URLS_AT_ONCE = 500

/** Sets how often the pages of some lists are checked; null leaves it to the policy. Progress is bytes and lines. */
export async function setPriorities(
  canonist: Canonist,
  inputs: readonly Input[],
  priority: CheckPriority | null,
  options: RunOptions<[bytes: number, lines: number]> = {},
): Promise<PrioritiesReport> {
  const health = await canonist.health()
  const unknown: string[] = []
  let set = 0
  for await (const block of registryLines(inputs, { format: 'text', column: null, onProgress: createStep(options) })) {
    const urls = block.filter((line) => typeof line === 'string' && line !== '').map(String)
    for (const some of splitIntoChunks(urls, URLS_AT_ONCE)) {
      const found = await health.locate(some)
      const pageIds = found.filter((id) => id !== null)
      await health.setPriority([...new Set(pageIds)], priority)
      set += pageIds.length
      unknown.push(...some.filter((_, index) => found[index] === null))
    }
  }
  return { set, unknown }
}

/** Null for `policy`, which leaves it to the policy. */
export function readPriority(word: string): CheckPriority | null {
  if (word === 'policy') return null
  if (isPriority(word)) return word
  throw new AppError('app/bad-priority', {
    thing: word,
    message: `${quoteEmpty(word)} is no priority; write P0 (daily), P1 (weekly), P2 (monthly) or policy`,
  })
}

import { Buffer } from 'node:buffer'
import { tryNormalize, type Policy } from '@canonist/core'
import { isPriority, type CheckPriority } from '@canonist/links/internal/health/priority'
import type { OnRejected, RejectedInput } from '@canonist/lists/internal/io/input-report'
import type { Input } from '@canonist/lists/internal/io/input'
import type { Line, InvalidLine } from '@canonist/registry/internal/registry/ingest/line'
import { splitIntoChunks } from '@canonist/core/internal/text/chunks'
import { quoteEmpty } from '@canonist/core/internal/text/quote-empty'
import { APP_ERRORS, AppError } from '../canonist/errors.ts'
import { placeRejected, readBlocks, type LineBlock } from '../ingest/read-lists.ts'
import type { Canonist } from '../canonist/open-canonist.ts'
import { createStep, type RunOptions } from '../canonist/run-options.ts'

export interface PrioritiesReport {
  /** How many URLs led to a page. */
  readonly set: number
  /** URLs that the registry does not know, and lines that are not text. */
  readonly rejected: number
}

/** Progress is bytes and lines. */
export interface PrioritiesOptions extends RunOptions<[bytes: number, lines: number]> {
  /** Receives the rejected inputs with their places. */
  readonly onRejected?: OnRejected | undefined
}

const URLS_AT_ONCE = 500

/** Sets how often the pages of some lists are checked; null leaves it to the policy. */
export async function setPriorities(
  canonist: Canonist,
  inputs: readonly Input[],
  priority: CheckPriority | null,
  { onRejected, ...options }: PrioritiesOptions = {},
): Promise<PrioritiesReport> {
  const health = await canonist.health()
  let [set, rejected] = [0, 0]
  for await (const block of readBlocks(inputs, { format: 'text', column: null, onProgress: createStep(options) })) {
    const pageIds: (number | null)[] = []
    for (const lines of splitIntoChunks(block.lines, URLS_AT_ONCE)) {
      const found = await health.locate(lines.map((line) => (typeof line === 'string' ? line : '')))
      await health.setPriority([...new Set(found.filter((id) => id !== null))], priority)
      pageIds.push(...found)
    }
    const unknown = listUnknown(canonist.policy, block, pageIds)
    await onRejected?.(unknown)
    set += pageIds.filter((id) => id !== null).length
    rejected += unknown.length
  }
  return { set, rejected }
}

function listUnknown(policy: Policy, block: LineBlock, pageIds: readonly (number | null)[]): RejectedInput[] {
  return block.lines.flatMap((line, index) =>
    line === '' || pageIds[index] !== null ? [] : [placeRejected(explainUnknown(line, policy), block, index)],
  )
}

function explainUnknown(line: Line, policy: Policy): InvalidLine {
  if (typeof line !== 'string') return line
  const outcome = tryNormalize(line, policy)
  if (!outcome.ok) return { raw: Buffer.from(line), code: outcome.code, message: outcome.message }
  const { says, fix } = APP_ERRORS['app/not-in-registry']
  return { raw: Buffer.from(line), code: 'app/not-in-registry', message: `${says} ${fix}` }
}

/** Null for `policy`, which leaves it to the policy. */
export function readPriority(word: string): CheckPriority | null {
  if (word === 'policy') return null
  if (isPriority(word)) return word
  throw new AppError('app/bad-priority', {
    thing: word,
    message: `${quoteEmpty(word)} is not a priority. Write P0 (daily), P1 (weekly), P2 (monthly) or policy.`,
  })
}

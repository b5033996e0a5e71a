import { Buffer } from 'node:buffer'
import type { Policy } from '@canonist/core'
import type { RejectedInput } from '@canonist/lists/internal/io/input-report'
import { createPageNormalizer } from '@canonist/registry/internal/registry/canonical-url'
import { explainRejection, normalizeLine } from '@canonist/registry/internal/registry/ingest/judge-line'
import type { InvalidLine } from '@canonist/registry/internal/registry/ingest/line'
import { toRawUrl } from '@canonist/registry/internal/registry/spelling'
import type { LineBlock } from './read-lists.ts'

/**
 * Lists the lines that a registry with this policy rejects, with their places.
 *
 * The registry itself counts rejected lines without their places, and not again those that an interrupted run has read.
 * Each line is therefore normalized a second time here, but only where the places are wanted.
 */
export function createRejectionLister(policy: Policy): (block: LineBlock) => RejectedInput[] {
  const normalize = createPageNormalizer(policy)
  return (block) =>
    block.lines.flatMap((line, index) => {
      if (line === '' || (typeof line === 'string' && normalizeLine(toRawUrl(line), normalize) !== null)) return []
      return [placeRejected(typeof line === 'string' ? explainRejection(line, policy) : line, block, index)]
    })
}

/** A rejected line with the place that it has in its list. */
export function placeRejected(
  { raw, code, message }: InvalidLine,
  { source, lineNumber }: LineBlock,
  index: number,
): RejectedInput {
  return { ok: false, input: Buffer.from(raw).toString(), code, message, source, line: lineNumber(index) }
}

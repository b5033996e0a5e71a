import { Buffer } from 'node:buffer'
import type { Policy } from '@canonist/core'
import type { RejectedInput } from '../../io/input-report.ts'
import { createPageNormalizer } from '../../registry/canonical-url.ts'
import { explainRejection, normalizeLine } from '../../registry/ingest/judge-line.ts'
import type { InvalidLine } from '../../registry/ingest/line.ts'
import { toRawUrl } from '../../registry/spelling.ts'
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

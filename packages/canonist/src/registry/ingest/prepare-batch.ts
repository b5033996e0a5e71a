import type { Policy } from '@canonist/core'
import type { RaisedReview } from '../reviews/raise-reviews.ts'
import { findUnknownParams } from './find-unknown-params.ts'
import type { Line } from './line.ts'
import { mergeLines, type SeenInvalidLine } from './merge-lines.ts'
import { packUrls, type PackedUrls } from './packed-urls.ts'

/** All that can be known of a batch without a database. */
export interface PreparedBatch {
  readonly urls: PackedUrls
  readonly invalidLines: readonly SeenInvalidLine[]
  /** What a person must decide about the URLs. */
  readonly reviews: readonly RaisedReview[]
  readonly seen: number
  readonly rejected: number
}

export function prepareBatch(lines: readonly Line[], policy: Policy): PreparedBatch {
  const { urls, ...rest } = mergeLines(lines, policy)
  return { ...rest, reviews: findUnknownParams(urls, policy), urls: packUrls(urls) }
}

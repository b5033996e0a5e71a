import type { Policy } from '@canonist/core'
import type { RaisedReview } from '../reviews/raise-reviews.ts'
import { findUnknownParams } from './find-unknown-params.ts'
import type { Line } from './line.ts'
import { mergeLines, type SeenInvalidLine } from './merge-lines.ts'
import { packUrls, type PackedUrls } from './packed-urls.ts'

/** Everything about a batch that needs no database. */
export interface PreparedBatch {
  readonly urls: PackedUrls
  readonly invalidLines: readonly SeenInvalidLine[]
  /** Questions about the URLs for a person. */
  readonly reviews: readonly RaisedReview[]
  readonly seen: number
  readonly rejected: number
}

export function prepareBatch(lines: readonly Line[], policy: Policy): PreparedBatch {
  const { urls, ...rest } = mergeLines(lines, policy)
  return { ...rest, reviews: findUnknownParams(urls, policy), urls: packUrls(urls) }
}

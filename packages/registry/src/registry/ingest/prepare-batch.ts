import { type Policy, findSettings } from '@canonist/core'
import type { RaisedReview } from '../reviews/raise-reviews.ts'
import type { Line } from './line.ts'
import { mergeLines, type SeenInvalidLine, type SeenUrl } from './merge-lines.ts'
import { packUrls, type PackedUrls } from './packed-urls.ts'
import { listUnknownParams } from '@canonist/web/internal/admit/unknown-params'
import { createUnknownParamCause } from '../reviews/unknown-param-cause.ts'
import { parseHost } from '../spelling.ts'

interface Asked extends RaisedReview {
  readonly detail: { readonly examples: string[] }
  count: number
}

/** As many as a person will look at. */
const MAX_EXAMPLES = 10

/** Finds parameters that a policy with closed lists does not name, one review for each site and name. Other policies keep all parameters. */
function findUnknownParams(urls: readonly SeenUrl[], policy: Policy): RaisedReview[] {
  const asked = new Map<string, Asked>()
  for (const url of urls) {
    if (!url.canonicalUrl.includes('?') || !findSettings(policy, url.canonicalUrl).namesAllParams) continue
    for (const name of listUnknownParams(url.canonicalUrl, policy)) count(asked, url, name)
  }
  return [...asked.values()]
}

function count(asked: Map<string, Asked>, { canonicalUrl, rawUrl, count }: SeenUrl, name: string): void {
  const cause = createUnknownParamCause(parseHost(canonicalUrl), name)
  const id = `${cause.kind} ${cause.subject}`
  const item = asked.get(id) ?? { ...cause, detail: { examples: [] }, count: 0 }
  asked.set(id, item)
  item.count += count
  if (item.detail.examples.length < MAX_EXAMPLES) item.detail.examples.push(rawUrl)
}

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

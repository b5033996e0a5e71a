import type { PageNormalizer } from '../canonical-url.ts'
import { toKeyText } from '../keys.ts'
import type { KeyText } from '@canonist/core/internal/text/stages'
import { computeTarget, type TargetPage } from './target-page.ts'
import type { AliasToPlace, PageToPlace } from './load-portion.ts'

/** An alias that leaves its page. */
export interface LeavingAlias {
  readonly rawHash: Uint8Array
  readonly target: TargetPage
}

/** The new own key of an alias; null if it is now the key of its page. */
export interface OwnKey {
  readonly rawHash: Uint8Array
  readonly key: KeyText | null
}

export interface PlacedPage {
  readonly page: PageToPlace
  /** The target of the page itself; null until an alias decides it. */
  readonly successor: TargetPage | null
  readonly leaving: readonly LeavingAlias[]
  readonly ownKeys: readonly OwnKey[]
}

/**
 * Decides how a page continues under another policy. Aliases with the same new key stay together; one group continues as the page itself,
 * and the others leave. Aliases by proof stay with the page.
 */
export function placePage(page: PageToPlace, normalize: PageNormalizer): PlacedPage {
  const placed = page.aliases
    .filter(({ ownKey }) => ownKey === null)
    .map((alias) => ({ alias, target: computeTarget(alias.rawUrl, page.canonicalUrl, normalize) }))
  const successor = page.successor ?? chooseSuccessor(page, placed, normalize)
  const leaving = placed.filter(({ target }) => target.key !== successor?.key)
  return {
    page,
    successor,
    leaving: leaving.map(({ alias, target }) => ({ rawHash: alias.rawHash, target })),
    ownKeys: placeOwnKeys(page, successor?.key ?? null, normalize),
  }
}

interface Placed {
  readonly alias: AliasToPlace
  readonly target: TargetPage
}

function chooseSuccessor(page: PageToPlace, placed: readonly Placed[], normalize: PageNormalizer): TargetPage | null {
  const asFetched = computeTarget(page.fetchUrl, page.canonicalUrl, normalize)
  if (placed.length === 0) return page.isComplete ? asFetched : null
  // The proof that merged this page was about this URL.
  const proved = page.mergedInto === null ? undefined : placed.find(({ alias }) => alias.evidence !== 'rule')
  const fetched = placed.find(({ target }) => target.key === asFetched.key)
  return (proved ?? fetched ?? placed[0])?.target ?? null
}

function placeOwnKeys(page: PageToPlace, successorKey: KeyText | null, normalize: PageNormalizer): OwnKey[] {
  return page.aliases.flatMap(({ rawHash, rawUrl, ownKey }) => {
    if (ownKey === null) return []
    const { key } = computeTarget(rawUrl, page.canonicalUrl, normalize)
    const wanted = key === successorKey ? null : key
    return wanted === toKeyText(ownKey) ? [] : [{ rawHash, key: wanted }]
  })
}

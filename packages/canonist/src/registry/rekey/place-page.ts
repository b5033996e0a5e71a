import type { PageNormalizer } from '../canonical-url.ts'
import { toKeyText } from '../keys.ts'
import type { KeyText } from '../../text/stages.ts'
import { setGoal, type Goal } from './goal.ts'
import type { AliasToPlace, PageToPlace } from './load-portion.ts'

/** An alias that parts from its page. */
export interface Leaving {
  readonly rawHash: Uint8Array
  readonly goal: Goal
}

/** What becomes of the key that an alias has besides its page's. */
export interface OwnKey {
  readonly rawHash: Uint8Array
  readonly key: KeyText | null
}

export interface PlacedPage {
  readonly page: PageToPlace
  /** What the page itself becomes; null while nothing of it tells. */
  readonly heir: Goal | null
  readonly leaving: readonly Leaving[]
  readonly ownKeys: readonly OwnKey[]
}

/**
 * What becomes of a page under another policy: its aliases decide. Those of one key stay together, one such group goes on
 * as the page itself, and what is held by a proof stays with that one.
 */
export function placePage(page: PageToPlace, normalize: PageNormalizer): PlacedPage {
  const placed = page.aliases
    .filter(({ ownKey }) => ownKey === null)
    .map((alias) => ({ alias, goal: setGoal(alias.rawUrl, page.canonicalUrl, normalize) }))
  const heir = page.heir ?? chooseHeir(page, placed, normalize)
  const leaving = placed.filter(({ goal }) => goal.key !== heir?.key)
  return {
    page,
    heir,
    leaving: leaving.map(({ alias, goal }) => ({ rawHash: alias.rawHash, goal })),
    ownKeys: placeOwnKeys(page, heir?.key ?? null, normalize),
  }
}

interface Placed {
  readonly alias: AliasToPlace
  readonly goal: Goal
}

function chooseHeir(page: PageToPlace, placed: readonly Placed[], normalize: PageNormalizer): Goal | null {
  const asFetched = setGoal(page.fetchUrl, page.canonicalUrl, normalize)
  if (placed.length === 0) return page.isComplete ? asFetched : null
  // What was proved of a merged page was proved of this URL.
  const proved = page.mergedInto === null ? undefined : placed.find(({ alias }) => alias.evidence !== 'rule')
  const fetched = placed.find(({ goal }) => goal.key === asFetched.key)
  return (proved ?? fetched ?? placed[0])?.goal ?? null
}

function placeOwnKeys(page: PageToPlace, heirKey: KeyText | null, normalize: PageNormalizer): OwnKey[] {
  return page.aliases.flatMap(({ rawHash, rawUrl, ownKey }) => {
    if (ownKey === null) return []
    const { key } = setGoal(rawUrl, page.canonicalUrl, normalize)
    const wanted = key === heirKey ? null : key
    return wanted === toKeyText(ownKey) ? [] : [{ rawHash, key: wanted }]
  })
}

import { Clusters } from './clusters.ts'
import type { TargetPage } from './target-page.ts'
import { toKeyText } from '../keys.ts'
import type { KeyText } from '@canonist/core/internal/text/stages'
import type { PlacedPage } from './place-page.ts'

/** A page that already has a key of the new policy. */
export interface KeyOwner {
  readonly id: number
  readonly key: KeyText
  readonly mergedInto: number | null
  /** Left over from when keys were last moved away from this policy: it has a key, but no aliases. */
  readonly isLeftOver: boolean
}

export interface KeyAssignment {
  /** Pages that continue under the new policy. */
  readonly moves: readonly { readonly id: number; readonly target: TargetPage; readonly isSameUrl: boolean }[]
  /** Pages that are merged into another one. */
  readonly merges: readonly { readonly id: number; readonly into: number }[]
  /** Pages that are created for aliases that leave their page. */
  readonly made: readonly TargetPage[]
  readonly clusters: Clusters
  /** Pages of the new policy that gain aliases. */
  readonly claimed: readonly number[]
}

/**
 * Assigns the new keys of a portion to pages. A page that already has a key keeps it; then the pages of the portion get theirs, in the order
 * of their ids; new pages are created for the remaining keys.
 */
export function assignKeys(placed: readonly PlacedPage[], taken: readonly KeyOwner[]): KeyAssignment {
  const owners = new Map(taken.map((page) => [page.key, page]))
  const clusters = new Clusters()
  for (const { id, mergedInto, isLeftOver } of taken) {
    clusters.add(id, mergedInto)
    if (isLeftOver) clusters.free(id)
  }
  const { moves, merges } = assignPageKeys(placed, owners, clusters)
  const made = new Map<KeyText, TargetPage>()
  for (const { leaving } of placed) {
    for (const { target } of leaving) if (!owners.has(target.key) && !made.has(target.key)) made.set(target.key, target)
  }
  return { moves, merges, made: [...made.values()], clusters, claimed: taken.map(({ id }) => id) }
}

function assignPageKeys(
  placed: readonly PlacedPage[],
  owners: Map<KeyText, { readonly id: number }>,
  clusters: Clusters,
): Pick<KeyAssignment, 'moves' | 'merges'> {
  const moves: KeyAssignment['moves'][number][] = []
  const merges: KeyAssignment['merges'][number][] = []
  for (const { page } of placed) clusters.add(page.id, page.mergedInto)
  for (const { page, successor } of placed) {
    if (successor === null || !page.isComplete) continue
    const owner = owners.get(successor.key)
    if (owner === undefined) {
      owners.set(successor.key, page)
      moves.push({ id: page.id, target: successor, isSameUrl: successor.key === toKeyText(page.key) })
    } else {
      clusters.join(page.id, owner.id)
      merges.push({ id: page.id, into: owner.id })
    }
  }
  return { moves, merges }
}

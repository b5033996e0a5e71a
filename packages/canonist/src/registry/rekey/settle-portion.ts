import { Clusters } from './clusters.ts'
import type { Goal } from './goal.ts'
import { toKeyText } from '../keys.ts'
import type { KeyText } from '../../text/stages.ts'
import type { PlacedPage } from './place-page.ts'

/** A page that has a key by the new policy already. */
export interface Taken {
  readonly id: number
  readonly key: KeyText
  readonly mergedInto: number | null
  /** Left behind when keys were last moved away from this policy: it holds nothing but its key. */
  readonly isLeftOver: boolean
}

export interface Settlement {
  /** Pages that go on under the new policy. */
  readonly moves: readonly { readonly id: number; readonly goal: Goal; readonly isSameUrl: boolean }[]
  /** Pages that give all they have to another one. */
  readonly merges: readonly { readonly id: number; readonly into: number }[]
  /** Pages that are made for what parts from a page. */
  readonly made: readonly Goal[]
  readonly clusters: Clusters
  /** Pages of the new policy that get something. */
  readonly claimed: readonly number[]
}

/** Who gets which key. Who has it keeps it; then the pages themselves in the order of their ids; the rest is made anew. */
export function settlePortion(placed: readonly PlacedPage[], taken: readonly Taken[]): Settlement {
  const owners = new Map(taken.map((page) => [page.key, page]))
  const clusters = new Clusters()
  for (const { id, mergedInto, isLeftOver } of taken) {
    clusters.add(id, mergedInto)
    if (isLeftOver) clusters.free(id)
  }
  const { moves, merges } = settlePages(placed, owners, clusters)
  const made = new Map<KeyText, Goal>()
  for (const { leaving } of placed) {
    for (const { goal } of leaving) if (!owners.has(goal.key) && !made.has(goal.key)) made.set(goal.key, goal)
  }
  return { moves, merges, made: [...made.values()], clusters, claimed: taken.map(({ id }) => id) }
}

function settlePages(
  placed: readonly PlacedPage[],
  owners: Map<KeyText, { readonly id: number }>,
  clusters: Clusters,
): Pick<Settlement, 'moves' | 'merges'> {
  const moves: Settlement['moves'][number][] = []
  const merges: Settlement['merges'][number][] = []
  for (const { page } of placed) clusters.add(page.id, page.mergedInto)
  for (const { page, heir } of placed) {
    if (heir === null || !page.isComplete) continue
    const owner = owners.get(heir.key)
    if (owner === undefined) {
      owners.set(heir.key, page)
      moves.push({ id: page.id, goal: heir, isSameUrl: heir.key === toKeyText(page.key) })
    } else {
      clusters.join(page.id, owner.id)
      merges.push({ id: page.id, into: owner.id })
    }
  }
  return { moves, merges }
}

/**
 * Tracks which page each page is merged into during one portion of a rekey.
 *
 * A page is a *root* (not merged) or *merged*: it points directly to its root. When a root is merged itself, it is *replaced*, and all pages
 * that pointed to it must point to the new root.
 *
 * Must never let a merged page point to a page that is itself merged.
 */
export class Clusters {
  readonly #before = new Map<number, number | null>()
  readonly #mergedInto = new Map<number, number | null>()
  readonly #gaveWay = new Map<number, number>()

  /** @param mergedInto the page that it is merged into in the database */
  add(id: number, mergedInto: number | null): void {
    if (this.#before.has(id)) return
    this.#before.set(id, mergedInto)
    this.#mergedInto.set(id, mergedInto)
  }

  /** Makes the page a root again. */
  free(id: number): void {
    this.#mergedInto.set(id, null)
    this.#gaveWay.delete(id)
  }

  findRoot(id: number): number {
    let root = this.#mergedInto.get(id) ?? id
    for (let next = this.#gaveWay.get(root); next !== undefined; next = this.#gaveWay.get(root)) root = next
    return root
  }

  /** Merges `loser` into `winner`: from now on both have one root, which is never `loser`. */
  join(loser: number, winner: number): void {
    if (this.findRoot(winner) === loser) this.free(winner)
    const [from, to] = [this.findRoot(loser), this.findRoot(winner)]
    if (from !== to) this.#gaveWay.set(from, to)
    // A root outside this portion was not added yet; it is not merged.
    this.add(from, null)
    this.#mergedInto.set(loser, to)
  }

  /** Lists replaced roots with their new ones, for pages that were not added. */
  gaveWay(): [from: number, to: number][] {
    return [...this.#gaveWay.keys()].map((from) => [from, this.findRoot(from)])
  }

  /** Lists the added pages whose root has changed. */
  changes(): { readonly id: number; readonly mergedInto: number | null }[] {
    return [...this.#before].flatMap(([id, before]) => {
      const root = this.findRoot(id)
      const mergedInto = root === id ? null : root
      return mergedInto === before ? [] : [{ id, mergedInto }]
    })
  }
}

/**
 * Which page a page leads to. One that was merged leads to its root in one step; when a root gives way, all that led to
 * it must lead to the new one.
 */
export class Clusters {
  readonly #before = new Map<number, number | null>()
  readonly #mergedInto = new Map<number, number | null>()
  readonly #gaveWay = new Map<number, number>()

  /** @param mergedInto what the database says of the page */
  add(id: number, mergedInto: number | null): void {
    if (this.#before.has(id)) return
    this.#before.set(id, mergedInto)
    this.#mergedInto.set(id, mergedInto)
  }

  /** The page stands for itself again. */
  free(id: number): void {
    this.#mergedInto.set(id, null)
    this.#gaveWay.delete(id)
  }

  findRoot(id: number): number {
    let root = this.#mergedInto.get(id) ?? id
    for (let next = this.#gaveWay.get(root); next !== undefined; next = this.#gaveWay.get(root)) root = next
    return root
  }

  /** `loser` gives its place to `winner`: from now on both lead to one root, which `loser` cannot be. */
  join(loser: number, winner: number): void {
    if (this.findRoot(winner) === loser) this.free(winner)
    const [from, to] = [this.findRoot(loser), this.findRoot(winner)]
    if (from !== to) this.#gaveWay.set(from, to)
    // It is not among the added ones where it is no page of this portion: then it led to nothing.
    this.add(from, null)
    this.#mergedInto.set(loser, to)
  }

  /** Old roots with those that stand in their place: for the pages that were not added. */
  gaveWay(): [from: number, to: number][] {
    return [...this.#gaveWay.keys()].map((from) => [from, this.findRoot(from)])
  }

  /** The added pages that lead elsewhere now. */
  changes(): { readonly id: number; readonly mergedInto: number | null }[] {
    return [...this.#before].flatMap(([id, before]) => {
      const root = this.findRoot(id)
      const mergedInto = root === id ? null : root
      return mergedInto === before ? [] : [{ id, mergedInto }]
    })
  }
}

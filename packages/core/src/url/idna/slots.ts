/** A row of places, each free until it is taken. Every call takes logarithmic time. */
export type Slots = {
  readonly take: (place: number) => void
  readonly takenBefore: (place: number) => number
  /** Takes the free place that has this many free places before it, and says which it was. */
  readonly takeFree: (freeBefore: number) => number
}

/** A Fenwick tree: the node n counts what is taken of the (n & -n) places that end with place n - 1. */
export function createSlots(size: number): Slots {
  const counts = new Uint32Array(size + 1)
  const highestStep = 2 ** Math.floor(Math.log2(Math.max(size, 1)))

  const take = (place: number): void => {
    for (let node = place + 1; node <= size; node += node & -node) counts[node] = (counts[node] ?? 0) + 1
  }

  const takenBefore = (place: number): number => {
    let taken = 0
    for (let node = place; node > 0; node -= node & -node) taken += counts[node] ?? 0
    return taken
  }

  const takeFree = (freeBefore: number): number => {
    let place = 0
    let skipped = 0
    for (let step = highestStep; step >= 1; step /= 2) {
      const free = step - (counts[place + step] ?? 0)
      if (place + step > size || skipped + free > freeBefore) continue
      place += step
      skipped += free
    }
    take(place)
    return place
  }

  return { take, takenBefore, takeFree }
}

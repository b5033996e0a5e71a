import type { CrawlRecord } from '../../src/log/types.ts'

/** A log in which each of `pages` pages is seen under every spelling, with its own content. */
export function createLog(pages: number, ...spellings: readonly ((page: number) => string)[]): CrawlRecord[] {
  return Array.from({ length: pages }, (_, page) =>
    spellings.map((spell) => ({ url: spell(page + 1), contentHash: `page ${page + 1}`, status: 200 })),
  ).flat()
}

/** The same with a content that spellings and pages may share. */
export function createContents(
  pages: number,
  ...spellings: readonly ((page: number) => readonly [url: string, content: string])[]
): CrawlRecord[] {
  return Array.from({ length: pages }, (_, page) =>
    spellings.map((spell) => {
      const [url, contentHash] = spell(page + 1)
      return { url, contentHash, status: 200 }
    }),
  ).flat()
}

/** Always the same numbers: a small generator after Marsaglia. */
export function createRandom(seed: number): () => number {
  let state = seed * 2654435761 + 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4294967296
  }
}

export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

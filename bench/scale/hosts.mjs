// How URLs lie on hosts. In large crawls a host has 40 pages on average, most have a handful, and a few have millions: the
// number of URLs of a host falls with its rank by a power law (here 0.9), up to what one host may have at most.

const AVERAGE = 40
const POWER = 0.9
/** What a crawl takes of one host at the most: a sensible limit, and at one page in 1.5 s more would take months. */
export const MOST_OF_A_HOST = 1_000_000

/** Groups of hosts with about equally many URLs: `{ hosts, urls }`, the largest first. */
export function hostsOfWeb(urls) {
  const hosts = Math.round(urls / AVERAGE)
  // The sum of rank^-p over all ranks is about (n^(1-p) - p) / (1-p).
  const scale = (urls * (1 - POWER)) / (hosts ** (1 - POWER) - POWER)
  const groups = []
  for (let rank = 1; rank <= hosts;) {
    const next = Math.min(hosts + 1, Math.max(rank + 1, Math.floor(rank * 1.05)))
    const size = Math.min(MOST_OF_A_HOST, scale * ((rank + next - 1) / 2) ** -POWER)
    groups.push({ hosts: next - rank, urls: Math.max(1, Math.round(size)) })
    rank = next
  }
  return groups
}

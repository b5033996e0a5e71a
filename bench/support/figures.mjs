/** The middle of the values; half of two where there is no single one. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The rounds of a contestant with their median, and the least and the greatest of them. */
export function summarize(name, rounds) {
  return { name, rounds, median: median(rounds), least: Math.min(...rounds), most: Math.max(...rounds) }
}

export const formatNs = (ns) => (ns < 10 ? ns.toFixed(1) : Math.round(ns).toLocaleString('en'))

export const formatSpread = ({ least, most }) => `${formatNs(least)}–${formatNs(most)}`

/** `2.4 ×`, with as many digits as mean something. */
export const formatRatio = (ratio) => `${ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(ratio < 100 ? 1 : 0)} ×`

export const formatPercent = (share) => `${(share * 100).toFixed(share < 0.01 ? 3 : 1)} %`

import { useState } from 'react'

const KEY = 'canonist.last-visit'

/** A visit ends when the overview was not opened for this long. */
const VISIT_MS = 30 * 60_000

interface Visit {
  readonly previous: number | null
  readonly latest: number
}

/** When the visit before this one ended, as this browser remembers; null at the first. */
export function useLastVisit(): number | null {
  const [previous] = useState(() => {
    const visit = readVisit()
    const now = Date.now()
    const before = visit !== null && now - visit.latest < VISIT_MS ? visit.previous : (visit?.latest ?? null)
    localStorage.setItem(KEY, JSON.stringify({ previous: before, latest: now } satisfies Visit))
    return before
  })
  return previous
}

function readVisit(): Visit | null {
  try {
    const visit = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Visit | null
    return typeof visit?.latest === 'number' ? visit : null
  } catch {
    return null
  }
}

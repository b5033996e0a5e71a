import { useSyncExternalStore } from 'react'

const STEP_MS = 10_000

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

// One timer for all times on the screen; none while there are none.
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, refreshed every ten seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)

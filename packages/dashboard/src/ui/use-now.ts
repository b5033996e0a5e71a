import { useSyncExternalStore } from 'react'

const STEP_MS = 10_000

/** By how much the clock of the server is ahead of this one: times of the server are shown by its own clock. */
let offset = 0
let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  now = Date.now() + offset
  for (const each of listeners) each()
}

/** A smaller difference may come from the time that the response took. */
const MIN_OFFSET_MS = 5000

/** @param serverTime what the clock of the server says at this moment */
export function adjustClock(serverTime: number): void {
  const ahead = serverTime - Date.now()
  offset = Math.abs(ahead) < MIN_OFFSET_MS ? 0 : ahead
  tick()
}

/** The time by the clock of the server, as far as it is known. */
export const readNow = (): number => Date.now() + offset

// One timer for all times on the screen; none while there are none.
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, refreshed every ten seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)

import type { Browser, Page } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** How long it took, and for how much of that the thread had a processor, in microseconds. */
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

const CATEGORIES = ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel']

/**
 * Traces the browser while `act` runs, and returns how long each task kept the thread of the page busy, in milliseconds, the longest first.
 *
 * It is the time of the processor, so that a busy machine does not make a page look slow.
 */
export async function traceTasks(browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: CATEGORIES })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(nameThread),
  )
  return traceEvents
    .filter((event) => event.name === 'RunTask' && event.ph === 'X' && threads.has(nameThread(event)))
    .map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1000)
    .toSorted((a, b) => b - a)
}

const nameThread = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`

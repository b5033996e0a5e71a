import type { Browser, Page } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** In microseconds, like all times here. */
  readonly ts: number
  /** How long it took, and for how much of that the thread had a processor. */
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string; readonly data?: EventTiming }
}

/** An event of the user; not every one is part of an interaction. https://www.w3.org/TR/event-timing/ */
interface EventTiming {
  readonly interactionId?: number
  readonly type?: string
  /** Until the next paint, in milliseconds. */
  readonly duration?: number
}

const CATEGORIES = ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel']

/** Traces the browser while `act` runs: the tasks of the thread of the page, and everything else that was recorded. */
async function trace(browser: Browser, page: Page, act: () => Promise<void>) {
  await browser.startTracing(page, { categories: CATEGORIES })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(nameThread),
  )
  const tasks = traceEvents.filter(
    (event) => event.name === 'RunTask' && event.ph === 'X' && threads.has(nameThread(event)),
  )
  return { traceEvents, tasks }
}

const nameThread = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`

/** The time of the processor, so that a busy machine does not make a page look slow. In milliseconds. */
const readCpuMs = ({ tdur, dur = 0 }: TraceEvent): number => (tdur ?? dur) / 1000

/** How long each task kept the thread of the page busy while `act` ran, in milliseconds of the processor, the longest first. */
export async function traceTasks(browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> {
  const { tasks } = await trace(browser, page, act)
  return tasks.map(readCpuMs).toSorted((a, b) => b - a)
}

/** A key or a click, until the next paint: https://web.dev/articles/inp */
export interface Interaction {
  readonly type: string
  /** By the clock on the wall, which also counts the time in which other programs had the processor. */
  readonly wallMs: number
  /** What the thread of the page worked in that time. */
  readonly cpuMs: number
}

/** Every key and click while `act` ran, with the time to the next paint. Of the events of one interaction, the longest counts. */
export async function traceInteractions(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<Interaction[]> {
  const { traceEvents, tasks } = await trace(browser, page, act)
  const longest = new Map<number, Interaction>()
  for (const event of traceEvents) {
    const { interactionId = 0, type = '', duration: wallMs = 0 } = event.args?.data ?? {}
    if (event.name !== 'EventTiming' || event.ph !== 'b' || interactionId === 0) continue
    if (wallMs <= (longest.get(interactionId)?.wallMs ?? -1)) continue
    const end = event.ts + wallMs * 1000
    const during = tasks.filter(({ ts, dur = 0 }) => ts + dur > event.ts && ts < end)
    longest.set(interactionId, { type, wallMs, cpuMs: during.reduce((sum, task) => sum + readCpuMs(task), 0) })
  }
  return [...longest.values()]
}

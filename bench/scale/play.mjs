// Two ways to play a crawl: event by event, and as a flow. A host is asked one thing at a time, each fetch takes a while, and
// then the host has a pause; so many fetches may go on at once, and the database hands out so many URLs a second.

/** When a share of all URLs was done, by what was done when. */
const interpolateTime = (total, points) => (share) => {
  const wanted = total * share - 1e-6 * total
  const index = points.findIndex(({ done }) => done >= wanted)
  if (index <= 0) return points[Math.max(0, index)]?.time ?? points.at(-1).time
  const [before, after] = [points[index - 1], points[index]]
  return before.time + ((after.time - before.time) * (wanted - before.done)) / (after.done - before.done || 1)
}

/**
 * All hosts that have something left go on at the same pace, since whoever has waited longest comes first: so it is enough to
 * know how far that pace has come, and which hosts are done by then.
 */
export function playFlow(groups, { delay, fetch, places, rate }) {
  const byUrls = groups.toSorted((a, b) => a.urls - b.urls)
  const total = groups.reduce((sum, { hosts, urls }) => sum + hosts * urls, 0)
  const most = Math.min(places / fetch, rate)
  const points = [{ time: 0, done: 0 }]
  let [active, progress, time, done, peak] = [groups.reduce((sum, { hosts }) => sum + hosts, 0), 0, 0, 0, 0]
  for (const { hosts, urls } of byUrls) {
    const wanted = active / (delay + fetch)
    const flow = Math.min(wanted, most)
    const step = (urls - progress) * active
    time += step / flow
    done += step
    peak = Math.max(peak, flow)
    points.push({ time, done })
    progress = urls
    active -= hosts
  }
  const bound = places / fetch < rate ? 'places for fetching' : 'the database'
  return { findTime: interpolateTime(total, points), peak, bound: peak < most ? 'hosts that want pauses' : bound }
}

/** A heap by time. */
class Agenda {
  #items = []

  get size() {
    return this.#items.length
  }

  put(item) {
    const items = this.#items
    let at = items.push(item) - 1
    while (at > 0 && items[(at - 1) >> 1].time > item.time) {
      items[at] = items[(at - 1) >> 1]
      at = (at - 1) >> 1
    }
    items[at] = item
  }

  take() {
    const items = this.#items
    const [first, last] = [items[0], items.pop()]
    if (items.length === 0) return first
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      if (child >= items.length) break
      if (child + 1 < items.length && items[child + 1].time < items[child].time) child += 1
      if (items[child].time >= last.time) break
      items[at] = items[child]
      at = child
    }
    items[at] = last
    return first
  }
}

/** Every visit by itself: it waits for its host, for a place and for the database, in this order. */
export function playEvents(groups, { delay, fetch, places, rate }) {
  const ready = new Agenda()
  const free = new Agenda()
  for (const { hosts, urls } of groups) for (let host = 0; host < hosts; host += 1) ready.put({ time: 0, left: urls })
  for (let place = 0; place < places; place += 1) free.put({ time: 0 })
  const total = groups.reduce((sum, { hosts, urls }) => sum + hosts * urls, 0)
  const points = [{ time: 0, done: 0 }]
  let [handedOut, done] = [0, 0]
  while (ready.size > 0) {
    const host = ready.take()
    const place = free.take()
    const start = Math.max(host.time, place.time, handedOut)
    handedOut = start + 1 / rate
    free.put({ time: start + fetch })
    done += 1
    if (host.left > 1) ready.put({ time: start + fetch + delay, left: host.left - 1 })
    if (done % 1000 === 0 || done === total) points.push({ time: start + fetch, done })
  }
  return { findTime: interpolateTime(total, points) }
}

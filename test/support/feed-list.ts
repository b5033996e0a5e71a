import { readFileSync } from 'node:fs'
import { send, startLoopbackWeb, type LoopbackWeb } from './loopback-web.ts'

/** An RSS feed of about `bytes` bytes, with items of its own for every host. */
export function writeFeed(host: string, bytes: number): string {
  const text = `${host} `.repeat(Math.ceil(1000 / host.length))
  const item = (index: number): string =>
    `<item><guid>${host}/${index}</guid><link>http://${host}/${index}</link><title>Story ${index}</title><description>${text}</description></item>`
  const items = Array.from({ length: Math.max(1, Math.floor(bytes / item(0).length)) }, (_, index) => item(index))
  return `<rss version="2.0"><channel><title>${host}</title><link>http://${host}/</link>${items.join('')}</channel></rss>`
}

/** A web where every host has one feed, with and without www, under any path. */
export function startFeedWeb(bytes: number): Promise<LoopbackWeb> {
  return startLoopbackWeb((_, response, { host, path }) =>
    send(response, path === '/robots.txt' ? { status: 404 } : { body: writeFeed(host.replace('www.', ''), bytes) }),
  )
}

/** So many URLs of feeds, each on a host of its own, each with a cleaner spelling that has to be fetched. */
export const feedList = (count: number): string =>
  Array.from({ length: count }, (_, index) => `http://www.h${index}.example.com/feed/?utm_source=x\n`).join('')

/** The largest resident size of a process so far, in MB. Linux only. */
export function readPeakMemory(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1000
}

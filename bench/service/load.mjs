import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'

/** The bytes of a request on a connection that stays open. */
export function toRequest(url, { method = 'GET', body } = {}) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = text === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
  return Buffer.from(`${method} ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n${headers}\r\n${text}`)
}

/**
 * Sends requests over some connections for a time, each as soon as the last one was answered, and times every answer. Written on
 * sockets: a library for HTTP would need as much time as the server does, and would be what is measured.
 *
 * @returns requests per second, the 99th percentile of their times in milliseconds, and the processor time of a request
 */
export async function load({ url, cpuMs }, requests, { connections, seconds }) {
  const times = []
  const cpuBefore = cpuMs()
  const start = performance.now()
  const until = start + seconds * 1000
  await Promise.all(Array.from({ length: connections }, (_, at) => useConnection(url, requests, { at, until, times })))
  const taken = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  return {
    perSecond: times.length / taken,
    p99: times[Math.ceil(times.length * 0.99) - 1],
    cpuMicros: ((cpuMs() - cpuBefore) * 1000) / times.length,
  }
}

function useConnection(url, requests, { at, until, times }) {
  return new Promise((resolve, reject) => {
    let [next, sentAt, missing] = [at, 0, 0]
    const socket = connect(Number(url.port), url.hostname)
    const send = () => {
      sentAt = performance.now()
      if (sentAt >= until) return socket.end()
      missing = -1
      return socket.write(requests[next++ % requests.length])
    }
    socket.setNoDelay(true).on('connect', send).on('error', reject).on('close', resolve)
    socket.on('data', (chunk) => {
      if (missing === -1) missing = measureAnswer(chunk)
      missing -= chunk.length
      if (missing > 0) return
      times.push(performance.now() - sentAt)
      send()
    })
  })
}

/** The length of an answer with its head. The head comes in one piece: it is short. */
function measureAnswer(chunk) {
  const end = chunk.indexOf('\r\n\r\n')
  const head = chunk.latin1Slice(0, end)
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(chunk.latin1Slice(0, 1000))
  return end + 4 + Number(/^content-length: (\d+)$/im.exec(head)[1])
}

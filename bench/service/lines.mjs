import { request } from 'node:http'
import { performance } from 'node:perf_hooks'

const CHUNK_BYTES = 65_536
const NEWLINE = 10

/** JSON lines of URLs, in chunks as a program would write them. */
export function toChunks(urls) {
  const chunks = []
  let text = ''
  for (const url of urls) {
    text += `${JSON.stringify({ url })}\n`
    if (text.length < CHUNK_BYTES) continue
    chunks.push(Buffer.from(text))
    text = ''
  }
  return [...chunks, Buffer.from(text)]
}

/** Streams the chunks to a server, as often as it is told, and counts the lines of the answer. */
export function normalizeLines({ url, cpuMs }, chunks, passes) {
  return new Promise((resolve, reject) => {
    const [start, cpu] = [performance.now(), cpuMs()]
    const headers = { 'content-type': 'application/x-ndjson' }
    const sent = request(new URL('/api/v1/normalize', url), { method: 'POST', headers, agent: false }, (response) => {
      let lines = 0
      response.on('data', (chunk) => (lines += countLines(chunk)))
      response.on('end', () => resolve({ lines, wallMs: performance.now() - start, cpuMs: cpuMs() - cpu }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    let at = 0
    const write = () => {
      while (at < chunks.length * passes) if (!sent.write(chunks[at++ % chunks.length])) return
      sent.end()
    }
    sent.on('drain', write)
    write()
  })
}

function countLines(chunk) {
  let lines = 0
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1
  return lines
}

import type { Hono } from 'hono'
import { z } from 'zod'
import type { Canonist } from '../app/open-canonist.ts'
import { parseInput } from '../app/operations/operation.ts'
import type { EventFeed, FeedEvent } from '../app/runs/event-feed.ts'
import { saveUpload } from '../app/runs/uploads.ts'
import type { ApiContext, ApiEnv } from './api-env.ts'
import { requireRole } from './authenticate.ts'
import { ApiError } from './errors.ts'
import { readChunks } from './ndjson.ts'
import { readBodyType, JSON_TYPE, wrongType } from './read-body.ts'
import { readQuery } from './read-input.ts'
import { RequestLife, type OpenRequests } from './request-life.ts'

export interface RunRouteOptions {
  readonly canonist: Canonist
  readonly feed: EventFeed
  readonly readsOnly: boolean
  readonly timeLimitMs: number
  readonly maxUploadBytes: number
  readonly openRequests: OpenRequests
  readonly now: () => number
  readonly onBrokenStream: (c: ApiContext, error: unknown) => void
}

const OCTETS = 'application/octet-stream'
const LONGEST_NAME = 255

const uploadQuery = z.strictObject({ name: z.string().min(1).max(LONGEST_NAME) })

/** What runs need besides their operations, and what is not JSON: files in, events out. */
export function addRuns(api: Hono<ApiEnv>, options: RunRouteOptions): void {
  api.post('/api/v1/uploads', (c) => takeUpload(c, options))
  api.get('/api/v1/events', (c) => sendEvents(c, options))
}

async function takeUpload(c: ApiContext, options: RunRouteOptions): Promise<Response> {
  const { canonist, readsOnly, timeLimitMs, maxUploadBytes, openRequests, now } = options
  c.set('operation', 'upload')
  requireRole(c, 'write')
  if (readsOnly) throw new ApiError('read_only')
  const { name } = parseInput(uploadQuery, readQuery(c))
  const type = readBodyType(c.env.incoming)
  if (type !== OCTETS) throw wrongType(type ?? '', `Send the file with the header Content-Type: ${OCTETS}.`)
  const life = new RequestLife(c.env.outgoing, { timeLimitMs })
  openRequests.add(life)
  try {
    const body = atMost(readChunks(c.env.incoming, life), maxUploadBytes)
    const by = c.var.caller?.name ?? 'nobody'
    const upload = await saveUpload(canonist.context.database, { name, by, body, now: now() })
    return c.body(JSON.stringify(upload), 201, { 'content-type': JSON_TYPE })
  } finally {
    openRequests.remove(life)
  }
}

async function* atMost(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > most)
      throw new ApiError('api/body-too-large', { detail: `an upload has at most ${most.toLocaleString('en')} bytes` })
    yield chunk
  }
}

/** Proxies close connections on which nothing moves for a minute. */
const BREATH_MS = 20_000

/** https://html.spec.whatwg.org/multipage/server-sent-events.html */
function sendEvents(c: ApiContext, { feed, openRequests, onBrokenStream }: RunRouteOptions): Response {
  c.set('operation', 'listenToEvents')
  requireRole(c, 'read')
  const life = new RequestLife(c.env.outgoing, { timeLimitMs: null })
  openRequests.add(life)
  const lastEventId = c.req.header('last-event-id')
  const events = feed.listen({ lastEventId, signal: life.signal })[Symbol.asyncIterator]()
  let breath: NodeJS.Timeout | null = null
  const end = async (): Promise<void> => {
    if (breath !== null) clearInterval(breath)
    openRequests.remove(life)
    await events.return?.(undefined)
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(Buffer.from('retry: 2000\n\n'))
        breath = setInterval(() => controller.enqueue(Buffer.from(': \n\n')), BREATH_MS).unref()
      },
      async pull(controller) {
        try {
          const { done, value } = await events.next()
          if (done !== true) return controller.enqueue(Buffer.from(toText(value)))
          await end()
          controller.close()
        } catch (error) {
          await end()
          onBrokenStream(c, error)
          controller.error(error)
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
  return c.body(body, 200, { 'content-type': 'text/event-stream' })
}

const toText = ({ id, type, data }: FeedEvent): string => `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`

import type { Hono } from 'hono'
import { z } from 'zod'
import type { CanonistSource } from '../canonist/canonist-source.ts'
import { parseInput } from '../operations/operation.ts'
import { createText } from '../operations/schemas.ts'
import type { Feed, FeedEvent } from '../events/event-feed.ts'
import { saveUpload, type UploadQuota } from '../runs/uploads.ts'
import type { ApiContext, ApiEnv } from './api-env.ts'
import { requireRole, type Authentication } from './authenticate.ts'
import { ApiError } from './errors.ts'
import { readChunks } from './ndjson.ts'
import { readMediaType, JSON_TYPE, createMediaTypeError } from './read-body.ts'
import { readQuery } from './read-input.ts'
import { RequestLife, type OpenRequests } from './request-life.ts'
import { StreamSlots } from './slots.ts'
import { sendStream } from './send-stream.ts'

export interface RunRouteOptions extends Authentication {
  readonly source: CanonistSource
  readonly feed: Feed
  readonly readsOnly: boolean
  readonly timeLimitMs: number
  readonly maxUploadBytes: number
  /** In bytes, of all uploads together. */
  readonly uploadQuota: number
  readonly openRequests: OpenRequests
  readonly now: () => number
  readonly onBrokenStream: (c: ApiContext, error: unknown) => void
}

const OCTETS = 'application/octet-stream'
const MAX_NAME_LENGTH = 255

export const uploadName = createText(1, MAX_NAME_LENGTH)
const uploadQuery = z.strictObject({ name: uploadName })

/** The routes of runs that are not JSON: files in, events out. */
export function addRuns(api: Hono<ApiEnv>, options: RunRouteOptions): void {
  api.post('/api/v1/uploads', (c) => receiveUpload(c, options))
  const slots = new StreamSlots()
  api.get('/api/v1/events', (c) => sendEvents(c, options, slots))
}

async function receiveUpload(c: ApiContext, options: RunRouteOptions): Promise<Response> {
  const { source, tokens, readsOnly, timeLimitMs, maxUploadBytes, uploadQuota, openRequests, now } = options
  c.set('operation', 'upload')
  requireRole(c, 'write')
  if (readsOnly) throw new ApiError('read_only')
  const { name } = parseInput(uploadQuery, readQuery(c))
  const type = readMediaType(c.env.incoming)
  if (type !== OCTETS) throw createMediaTypeError(type, `Send the file with the header Content-Type: ${OCTETS}.`)
  return openRequests.run(c.env.outgoing, { timeLimitMs, isAllowed: c.var.isCallerCurrent }, async (life) => {
    const body = limitBytes(readChunks(c.env.incoming, life), maxUploadBytes)
    const by = c.var.caller?.name ?? 'nobody'
    const length = Number(c.env.incoming.headers['content-length'] ?? 0)
    const quota: UploadQuota = {
      total: uploadQuota,
      // So that one token leaves room for others.
      own: tokens === null ? uploadQuota : Math.floor(uploadQuota / 2),
      refuse: (detail) => new ApiError('api/upload-quota', { detail }),
    }
    const upload = await source.use(({ context }) =>
      saveUpload(context.database, { name, by, body, length, now, quota }),
    )
    return c.body(JSON.stringify(upload), 201, { 'content-type': JSON_TYPE })
  })
}

async function* limitBytes(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > most)
      throw new ApiError('api/body-too-large', { detail: `an upload has at most ${most.toLocaleString('en')} bytes` })
    yield chunk
  }
}

/** Proxies close connections on which nothing moves for a minute. */
const KEEP_ALIVE_MS = 20_000

/** https://html.spec.whatwg.org/multipage/server-sent-events.html */
function sendEvents(
  c: ApiContext,
  { feed, tokens, timeLimitMs, openRequests, onBrokenStream }: RunRouteOptions,
  slots: StreamSlots,
): Response {
  c.set('operation', 'listenToEvents')
  requireRole(c, 'read')
  const { outgoing } = c.env
  // On a machine of one's own, only its owner could be kept out.
  const release = tokens === null ? null : slots.take(c.var.caller?.name ?? '')
  const life = new RequestLife(outgoing, { timeLimitMs, isAllowed: c.var.isCallerCurrent })
  openRequests.add(life)
  const keepAlive = setInterval(
    () => {
      // A client that does not read is cut off when its time is up; it comes back with its last id.
      if (outgoing.writableNeedDrain) return
      outgoing.write(': \n\n')
      life.extend()
    },
    Math.min(KEEP_ALIVE_MS, timeLimitMs / 2),
  ).unref()
  const onEnd = (error?: unknown): void => {
    clearInterval(keepAlive)
    release?.()
    openRequests.remove(life)
    if (error !== undefined) onBrokenStream(c, error)
  }
  const events = feed.listen({ lastEventId: c.req.header('last-event-id'), signal: life.signal })
  return sendStream(c, toEventStream(events), { type: 'text/event-stream', life, onEnd })
}

async function* toEventStream(events: AsyncIterable<FeedEvent>): AsyncGenerator<Buffer> {
  yield Buffer.from('retry: 2000\n\n')
  for await (const { id, type, data } of events)
    yield Buffer.from(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
}

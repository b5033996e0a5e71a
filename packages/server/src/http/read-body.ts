import { Buffer } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { ApiError } from './errors.ts'

export type Fields = Readonly<Record<string, unknown>>

export const JSON_TYPE = 'application/json'
export const NDJSON_TYPE = 'application/x-ndjson'

/** The media type without its parameters, which may name no other charset than UTF-8; empty if the request names none. */
export function readMediaType({ headers }: IncomingMessage): string {
  const { 'content-type': given = '', 'content-encoding': encoding = 'identity' } = headers
  const [type = '', ...parameters] = given
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '')
  if (encoding.toLowerCase() !== 'identity') throw createMediaTypeError(`${type}, encoded as ${encoding}`)
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') throw createMediaTypeError(given)
  return type
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

export function createMediaTypeError(type: string, fix?: string): ApiError {
  return new ApiError('api/wrong-media-type', { thing: type === '' ? 'no Content-Type' : JSON.stringify(type), fix })
}

/** Reads a body that is one JSON object; none is an empty object. */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<Fields> {
  return hasBody(request.headers) ? toFields(await readJsonValue(request, maxBytes)) : {}
}

/** Reads a body that is any value of JSON. */
export async function readJsonValue(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const type = readMediaType(request)
  if (type !== JSON_TYPE) throw createMediaTypeError(type)
  return parseJson(await readBytes(request, maxBytes))
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw createTooLargeError(maxBytes)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of readBodyChunks(request)) {
    length += chunk.length
    if (length > maxBytes) throw createTooLargeError(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const createTooLargeError = (maxBytes: number): ApiError =>
  new ApiError('api/body-too-large', { detail: `at most ${maxBytes.toLocaleString('en')} bytes` })

const decoder = new TextDecoder('utf-8', { fatal: true })

function toFields(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw new ApiError('api/invalid-json', {
    detail: `it is ${value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`}`,
  })
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch (error) {
    throw new ApiError('api/invalid-json', { detail: error instanceof Error ? error.message : undefined, cause: error })
  }
}

/** Why the rest of a body cannot be read. Node itself would leave its reader waiting. */
const faults = new WeakMap<IncomingMessage, ApiError>()

const BROKEN = 'canonist-broken-body'

/** Ends a body that is not valid HTTP: its reader gets the error, now or later, and can still answer the request. */
export function breakBody(request: IncomingMessage, error: ApiError): void {
  faults.set(request, error)
  // Not the event `error`: the stream would give up its connection, and with it the response.
  request.emit(BROKEN, error)
}

/** The chunks of a body. The connection outlives them, so that the response can go out. */
export async function* readBodyChunks(request: IncomingMessage): AsyncGenerator<Buffer> {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>
  try {
    for (;;) {
      const { done, value } = await unlessBroken(request, () => chunks.next())
      if (done === true) return
      yield value
    }
  } finally {
    // Not waited for: a chunk that never comes may be on its way.
    chunks.return?.().catch(() => undefined)
  }
}

function unlessBroken<T>(request: IncomingMessage, read: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fault = faults.get(request)
    if (fault !== undefined) {
      reject(fault)
      return
    }
    request.once(BROKEN, reject)
    void read()
      .then(resolve, reject)
      .finally(() => request.removeListener(BROKEN, reject))
  })
}

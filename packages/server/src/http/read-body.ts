import { Buffer } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { readBodyChunks } from './body-chunks.ts'
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

import { createClientError } from './errors.ts'
import type { Fields, OperationRequest } from './operation-request.ts'
import type { Outgoing } from './sender.ts'

export const JSON_BODY = { 'content-type': 'application/json' }

/** The request for an operation: its input goes into the path, and into the query or the body. */
export function buildRequest({ method, path, isRepeatable = false }: OperationRequest, input: Fields): Outgoing {
  const inPath = new Set<string>()
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    return encodePart(name, input[name])
  })
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)))
  const repeats = isRepeatable ? 'always' : 'unbegun'
  if (method !== 'POST') return { method, path: filled + encodeQuery(rest), repeats }
  return { method, path: filled, headers: JSON_BODY, body: JSON.stringify(rest), repeats }
}

/** An empty part or dots would name another path. */
function encodePart(name: string, value: unknown): string {
  if ((typeof value !== 'string' && typeof value !== 'number') || /^\.{0,2}$/.test(String(value)))
    throw createClientError('client/bad-argument', `${name} ${JSON.stringify(value)}`)
  return encodeURIComponent(value)
}

/** With its question mark; empty if there is nothing in it. Fields that are undefined are left out. */
export function encodeQuery(fields: Fields): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return given.length === 0 ? '' : `?${query.toString()}`
}

/** Reads the body as JSON; a response without a body is null. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? null : parseJson(text, response.url)
}

/** @param url where it comes from, for messages */
export function parseJson(text: string, url: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw createClientError('client/bad-response', url, { cause: error })
  }
}

export const readText = (response: Response): Promise<string> => response.text()

import type { Operation } from '@canonist/server/internal/operations/operation'
import type { Call } from './api-server.ts'

/** The request that asks for an operation with an input: its path with query, and the rest of the call. */
export function toCall(
  { method, path }: Operation,
  input: Readonly<Record<string, unknown>>,
): [path: string, call: Call] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
    encodeURIComponent(String(input[field]).toWellFormed()),
  )
  const rest = Object.fromEntries(Object.entries(input).filter(([field]) => !inPath.includes(field)))
  if (method === 'POST') return [filled, { method, body: rest }]
  const query = new URLSearchParams(
    Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
  )
  return [`${filled}?${query.toString()}`, { method }]
}

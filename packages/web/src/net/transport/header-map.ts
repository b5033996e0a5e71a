import type { HeaderMap, RawHeaders } from '../exchange.ts'
import { Stop } from './stop.ts'

export const MAX_HEADER_BYTES = 16_384
const MAX_HEADER_COUNT = 512

function listEntries(headers: RawHeaders): Iterable<readonly [string, string | readonly string[] | undefined]> {
  return Symbol.iterator in headers ? (headers as Iterable<readonly [string, string]>) : Object.entries(headers)
}

/** Lower-case names, one entry each; too much of it ends the exchange. */
export function toHeaderMap(headers: RawHeaders): HeaderMap {
  const values = new Map<string, string[]>()
  for (const [name, value = []] of listEntries(headers)) {
    const list = values.get(name.toLowerCase()) ?? []
    values.set(name.toLowerCase(), list.concat(value))
  }
  rejectFloods(values)
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? (list[0] ?? '') : list]))
}

function rejectFloods(values: ReadonlyMap<string, readonly string[]>): void {
  let count = 0
  let bytes = 0
  for (const [name, list] of values) {
    count += list.length
    for (const value of list) bytes += name.length + value.length
  }
  if (count > MAX_HEADER_COUNT) throw new Stop('headers_too_large', `${count} headers`)
  if (bytes > MAX_HEADER_BYTES) throw new Stop('headers_too_large', `${bytes} bytes`)
}

/** Every value of a header, in order. */
export function listHeaderValues(headers: HeaderMap, name: string): readonly string[] {
  const value = headers[name]
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}

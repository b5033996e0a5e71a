import { createRequire } from 'node:module'
import type * as Undici from 'undici'

const require = createRequire(import.meta.url)
/** Where fetch, Node's own included, looks up its dispatcher. */
const DISPATCHERS = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')]

let client: typeof Undici.Client | undefined

/**
 * Loads undici's client when the first connection is made. Not by `import`: undici would then become the dispatcher of the
 * whole process's fetch, which is not ours to change.
 */
export function loadUndiciClient(): typeof Undici.Client {
  client ??= importClient()
  return client
}

function importClient(): typeof Undici.Client {
  const before = DISPATCHERS.map((carrier) => Reflect.get(globalThis, carrier) as unknown)
  const { Client } = require('undici') as typeof Undici
  for (const [index, carrier] of DISPATCHERS.entries()) Reflect.set(globalThis, carrier, before[index])
  return Client
}

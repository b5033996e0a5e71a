import { createRequire } from 'node:module'
import type * as Undici from 'undici'

const require = createRequire(import.meta.url)
/** Where fetch, Node's own included, looks for who carries its requests. */
const CARRIERS = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')]

let client: typeof Undici.Client | undefined

/**
 * undici's client, loaded when the first connection is made. Not by `import`: undici then makes itself the carrier of the
 * whole process's fetch, which is not ours to choose.
 */
export function undiciClient(): typeof Undici.Client {
  client ??= load()
  return client
}

function load(): typeof Undici.Client {
  const before = CARRIERS.map((carrier) => Reflect.get(globalThis, carrier) as unknown)
  const { Client } = require('undici') as typeof Undici
  for (const [index, carrier] of CARRIERS.entries()) Reflect.set(globalThis, carrier, before[index])
  return Client
}

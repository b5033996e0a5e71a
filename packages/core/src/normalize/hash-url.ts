import { sha256 } from './sha256.ts'

type Hash = (text: string) => string

/** What Node and compatible engines offer without an import; absent elsewhere. */
interface GlobalScope {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown }
}
interface NodeCrypto {
  readonly hash?: (algorithm: string, text: string, encoding: string) => string
}

// Loading node:crypto takes as long as hashing 2,000 characters without it, and a short command hashes only a few URLs.
const FIRST_CHARS = 1000

let left = FIRST_CHARS
let hash: Hash = hashFirst

/** SHA-256 as 64 lower-case hex digits: by the platform where it offers that, unless there is little to hash. */
export function hashUrl(text: string): string {
  return hash(text)
}

function hashFirst(text: string): string {
  left -= text.length
  if (left > 0) return sha256(text)
  hash = findHash()
  return hash(text)
}

function findHash(): Hash {
  const { process } = globalThis as GlobalScope
  const crypto = process?.getBuiltinModule?.('node:crypto') as NodeCrypto | undefined
  const native = crypto?.hash
  return native === undefined ? sha256 : (text) => native('sha256', text, 'hex')
}

import { sha256 } from './sha256.ts'

type Hash = (text: string) => string

/** What Node and the engines that follow it offer without an import; absent elsewhere. */
interface Surroundings {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown }
}
interface NodeCrypto {
  readonly hash?: (algorithm: string, text: string, encoding: string) => string
}

let hash: Hash | undefined

/** SHA-256 as 64 lower-case hex digits: the platform's own where there is one, which is many times faster. */
export function urlHash(text: string): string {
  hash ??= findHash()
  return hash(text)
}

function findHash(): Hash {
  const { process } = globalThis as Surroundings
  const crypto = process?.getBuiltinModule?.('node:crypto') as NodeCrypto | undefined
  const native = crypto?.hash
  return native === undefined ? sha256 : (text) => native('sha256', text, 'hex')
}

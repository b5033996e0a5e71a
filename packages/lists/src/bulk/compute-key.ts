import { hash } from 'node:crypto'

/** Computes the key of a URL that is already normalized. The same as `urlKey` of the core, with the platform's faster hash. */
export function computeKey(url: string): string {
  return hash('sha256', url, 'hex')
}

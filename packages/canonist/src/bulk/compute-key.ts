import { hash } from 'node:crypto'

/** The key of a URL that is already normalized: what `urlKey` of the core gives, by the platform's faster hash. */
export function computeKey(url: string): string {
  return hash('sha256', url, 'hex')
}

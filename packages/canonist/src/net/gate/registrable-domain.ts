import { getDomain } from 'tldts'

/**
 * The domain that somebody registered under a public suffix; null for an address or a suffix itself.
 *
 * @example registrableDomain('sede.example.gob.es') // 'example.gob.es'
 */
export const registrableDomain = (host: string): string | null => getDomain(host)

/**
 * The domain whose owner decides what a host serves. Platforms that give names to strangers (`github.io`) count as suffixes too,
 * so that one of their users never stands for another.
 *
 * @example ownerDomain('alice.github.io') // 'alice.github.io'
 */
export const ownerDomain = (host: string): string | null => getDomain(host, { allowPrivateDomains: true })

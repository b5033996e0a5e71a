import { getDomain } from 'tldts'

/**
 * The domain that was registered under a public suffix; null for an address or a suffix itself.
 *
 * @example registrableDomain('sede.example.gob.es') // 'example.gob.es'
 */
export const findRegistrableDomain = (host: string): string | null => getDomain(host)

/**
 * The domain whose owner decides what a host serves. Platforms that give names to strangers (`github.io`) count as suffixes too,
 * so that their users are kept apart.
 *
 * @example findOwnerDomain('alice.github.io') // 'alice.github.io'
 */
export const findOwnerDomain = (host: string): string | null => getDomain(host, { allowPrivateDomains: true })

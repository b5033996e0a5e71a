import { findOwnerDomain } from '@canonist/web/internal/net/gate/registrable-domain'

/**
 * Finds the registrable domain of a host. Private suffixes such as `github.io` count as public ones, so that rules of one owner
 * never apply to another.
 *
 * @example findOwner('www.shop.example.co.uk') // 'example.co.uk'
 */
export function findOwner(host: string): string {
  const name = host.replace(/:\d+$/, '')
  return findOwnerDomain(name) ?? name
}

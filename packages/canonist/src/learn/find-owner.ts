import { findOwnerDomain } from '../net/gate/registrable-domain.ts'

/**
 * What belongs to one owner. Names under which strangers have their own sites (`github.io`) are public, too, so that one
 * of them never teaches anything about another.
 *
 * @example findOwner('www.shop.example.co.uk') // 'example.co.uk'
 */
export function findOwner(host: string): string {
  const name = host.replace(/:\d+$/, '')
  return findOwnerDomain(name) ?? name
}

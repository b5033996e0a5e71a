import { listCoveringDomains, findEnding, isOpenDomain } from '../../url/domains.ts'
import { childPath } from '../policy-error.ts'
import { flattenSpec } from '../resolve.ts'
import type { PolicyFields, PolicySpec } from '../spec.ts'

/** A part of the web that a policy has fields for, and those fields. */
export interface Place {
  /** Its path in the policy; '' at the top. */
  readonly at: string
  /** A domain with its subdomains; all hosts if absent. */
  readonly domain?: string
  /** A prefix that ends at a segment; '' is the whole site. */
  readonly path: string
  readonly fields: PolicyFields
  /** Parts of it that have a section of their own, which does not inherit its fields. */
  readonly exceptDomains: readonly string[]
  readonly exceptPaths: readonly string[]
}

/** Lists all places that a policy has fields for, with everything it extends written out. */
export function listPlaces(spec: PolicySpec): Place[] {
  const { name, extends: base, hosts, examples, sites = {}, ...fields } = flattenSpec(spec)
  const domains = Object.keys(sites)
  return [
    { at: '', path: '', fields, exceptDomains: [], exceptPaths: [] },
    ...Object.entries(sites).flatMap(([domain, { paths = {}, ...own }]) => {
      const exceptDomains = domains.filter((other) => other !== domain && isSiteWithin(other, domain))
      const at = childPath('sites', domain)
      const whole: Place = { at, domain, path: '', fields: own, exceptDomains, exceptPaths: [] }
      return [whole].concat(listPathPlaces(whole, paths))
    }),
  ]
}

function listPathPlaces(site: Place, paths: Readonly<Record<string, PolicyFields>>): Place[] {
  const prefixes = Object.keys(paths)
  return Object.entries(paths).map(([prefix, fields]): Place => {
    const at = childPath(childPath(site.at, 'paths'), prefix)
    const exceptPaths = prefixes.filter(
      (other) => other !== prefix && (prefix === '/' || other.startsWith(`${prefix}/`)),
    )
    const { domain = '', exceptDomains } = site
    return { at, domain, path: prefix === '/' ? '' : prefix, fields, exceptDomains, exceptPaths }
  })
}

/** Whether one place lies within another. */
export function isWithin(inner: Place, outer: Place): boolean {
  if (outer.domain === undefined) return true
  const isSite = inner.domain !== undefined && isSiteWithin(inner.domain, outer.domain)
  return isSite && (outer.path === '' || inner.path === outer.path || inner.path.startsWith(`${outer.path}/`))
}

/** Whether the inner site key takes hosts from the outer one, which covers them too. */
function isSiteWithin(inner: string, outer: string): boolean {
  if (listCoveringDomains(inner).includes(outer)) return true
  // mail.google.* beats google.com for mail.google.com.
  const name = outer.slice(0, findEnding(outer))
  return isOpenDomain(inner) && !isOpenDomain(outer) && inner.slice(0, -1).endsWith(`.${name}`)
}

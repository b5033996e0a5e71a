import type { PolicyFields, SiteSpec } from '@canonist/core'
import type { LearnedRule } from '../log/types.ts'
import { toEvidence } from './rule-evidence.ts'

/** A rule on one host: everywhere, or below some prefixes and not below others. */
export interface RuleAtHost {
  readonly host: string
  readonly fields: PolicyFields
  readonly scope: readonly string[]
  readonly except: readonly string[]
}

/** Splits a rule for several hosts by host. Fields that concern one host only go to that host. */
export function splitByHost(rule: LearnedRule): RuleAtHost[] {
  const evidence = toEvidence(rule)
  return listHosts(rule).flatMap((host) => {
    const fields = selectFields(rule.fields, host)
    if (Object.keys(fields).length === 0) return []
    return [{ host: dropPort(host), fields: addEvidence(fields, evidence), scope: rule.scope, except: rule.except }]
  })
}

/** The site sections for one rule alone. */
export function createSections(rule: LearnedRule): Record<string, SiteSpec> {
  const sections: Record<string, SiteSpec> = {}
  for (const { host, fields, scope, except } of splitByHost(rule)) {
    sections[host] = isEverywhere(scope, except) ? fields : { paths: createPaths(fields, scope, except) }
  }
  return sections
}

export const isEverywhere = (scope: readonly string[], except: readonly string[]): boolean =>
  scope.includes('/') && except.length === 0

function createPaths(
  fields: PolicyFields,
  scope: readonly string[],
  except: readonly string[],
): Record<string, PolicyFields> {
  const inside = scope.map((prefix): [string, PolicyFields] => [prefix, fields])
  return Object.fromEntries([...inside, ...except.map((prefix): [string, PolicyFields] => [prefix, {}])])
}

/** The id of a rule begins with its hosts. */
const listHosts = ({ id, host }: LearnedRule): string[] => {
  const [hosts = ''] = id.split(': ', 1)
  return hosts === '' ? [host] : hosts.split(' ')
}

/** A section covers a host on all its ports. */
const dropPort = (host: string): string => host.replace(/:\d+$/, '')

function selectFields({ www, rewrites, ...fields }: PolicyFields, host: string): PolicyFields {
  const own = (rewrites ?? []).filter(({ match }) => !match.startsWith('//') || match.startsWith(`//${host}/`))
  const isWww = www === 'strip' && host.startsWith('www.')
  return { ...fields, ...(isWww && { www }), ...(own.length > 0 && { rewrites: own }) }
}

/** Rewrites contain their evidence; that of other fields is beside them. */
function addEvidence({ rewrites, ...fields }: PolicyFields, evidence: object): PolicyFields {
  const proved = rewrites?.map((rewrite) => ({ ...rewrite, evidence }))
  const besides = Object.keys(fields).length > 0
  return { ...fields, ...(proved && { rewrites: proved }), ...(besides && { evidence: [evidence] }) }
}

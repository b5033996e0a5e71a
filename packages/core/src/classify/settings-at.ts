import { compilePatterns } from '../policy/pattern.ts'
import type { ClassifySettings, LanguageSettings, Settings } from '../policy/settings.ts'
import type { HealthSpec } from '../policy/spec.ts'
import { foldName } from '../url/query-pairs.ts'
import type { UrlErrorCode } from '../url/errors.ts'
import { splitUrl, type UrlParts } from '../url/url-parts.ts'
import { compilePolicy } from '../normalize/compile.ts'
import { policyOf, type KnownPolicy, type Policy } from '../normalize/policy.ts'
import { compileSites } from '../normalize/sites.ts'
import { madeOnce } from './made-once.ts'

/** What a policy says of one URL beside how it is written: what admission and classification read. */
export interface SettingsAt {
  readonly languages: LanguageSettings
  readonly pagination: { readonly params: readonly string[] }
  readonly classify: ClassifySettings
  readonly citation: { readonly qualifier: string }
  readonly health: HealthSpec
  /** Whether the policy names the query parameter as one to keep. */
  readonly knowsParam: (name: string) => boolean
  /** Whether its lists are closed: it names parameters to keep, and leaves none to the tracking list. Then what it does not know is for a person. */
  readonly namesAllParams: boolean
}

// From the spec and not from what normalizes: that carries nothing which only admission reads.
const wholeOf = /* @__PURE__ */ madeOnce((policy: Policy) => compilePolicy(policy.spec, { sites: compileSites }))

const readable = /* @__PURE__ */ madeOnce((settings: Settings): SettingsAt => {
  const { languages, pagination, classify, citation, health, query } = settings
  const kept = [...query.keep, ...query.keepOnly]
  const known = compilePatterns(kept)
  return {
    languages,
    pagination,
    classify,
    citation,
    health,
    knowsParam: (name) => known.has(foldName(name)),
    namesAllParams: query.tracking === 'none' && kept.length > 0,
  }
})

/**
 * What a policy says of a normalized URL, in the section that the URL is in.
 *
 * @example
 * settingsAt('sources', 'https://example.com/').languages.prefer // ['es']
 */
export function settingsAt(ref: KnownPolicy, url: string): SettingsAt {
  return settingsOf(policyOf(ref), splitUrl(url))
}

/** The same object for all URLs of a section. */
export function settingsOf(policy: Policy, url: UrlParts | UrlErrorCode): SettingsAt {
  const { everywhere, sites } = wholeOf(policy)
  const section = typeof url === 'string' ? null : sites?.find(url.host, url.path, url.query, false)
  return readable((section ?? everywhere).settings)
}

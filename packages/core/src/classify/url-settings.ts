import { compilePatterns } from '../policy/pattern.ts'
import { ADMISSION_DEFAULTS, DEFAULT_SETTINGS } from '../policy/default-settings.ts'
import type { AdmissionSettings, ClassifySettings, LanguageSettings, Settings } from '../policy/settings.ts'
import type { HealthSpec } from '../policy/spec.ts'
import { foldName } from '../url/query-pairs.ts'
import type { UrlErrorCode } from '../url/errors.ts'
import { splitUrl, type UrlParts } from '../url/url-parts.ts'
import { compilePolicy } from '../normalize/compile.ts'
import { getPolicy, type KnownPolicy, type Policy } from '../normalize/policy.ts'
import { compileSites } from '../normalize/sites.ts'
import { memoize } from './memoize.ts'

/** The settings of a policy for one URL that are not about spelling: admission and classification read them. */
export interface UrlSettings {
  readonly languages: LanguageSettings
  readonly pagination: { readonly params: readonly string[] }
  readonly classify: ClassifySettings
  readonly citation: AdmissionSettings['citation']
  readonly health: HealthSpec
  /** Whether the policy names the query parameter as one to keep. */
  readonly knowsParam: (name: string) => boolean
  /** Whether the policy's lists are closed: it names parameters to keep and uses no tracking list. A person then decides about unknown parameters. */
  readonly namesAllParams: boolean
}

// Compiled from the spec again: the policy that normalizes leaves out everything that only admission reads.
const compileWhole = /* @__PURE__ */ memoize((policy: Policy) =>
  compilePolicy(policy.spec, { sites: compileSites, defaults: { ...DEFAULT_SETTINGS, ...ADMISSION_DEFAULTS } }),
)

const toUrlSettings = /* @__PURE__ */ memoize((settings: Settings & AdmissionSettings): UrlSettings => {
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
 * Finds the settings of a policy for a normalized URL, in the section that covers the URL.
 *
 * @example
 * findSettings('sources', 'https://example.com/').languages.prefer // ['es']
 */
export function findSettings(ref: KnownPolicy, url: string): UrlSettings {
  return findPolicySettings(getPolicy(ref), splitUrl(url))
}

/** Returns the same object for all URLs of a section. */
export function findPolicySettings(policy: Policy, url: UrlParts | UrlErrorCode): UrlSettings {
  const { everywhere, sites } = compileWhole(policy)
  const section = typeof url === 'string' ? null : sites?.find(url.host, url.path, url.query)
  // Every section has the fields of the defaults that it was laid over.
  return toUrlSettings((section ?? everywhere).settings as Settings & AdmissionSettings)
}

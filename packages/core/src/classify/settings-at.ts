import { compilePatterns, type NameSet } from '../policy/pattern.ts'
import type { ClassifySettings, LanguageSettings, Settings } from '../policy/settings.ts'
import { foldName } from '../url/query-pairs.ts'
import { splitUrl } from '../url/url-parts.ts'
import { compilePolicy, findSection, findSite, type CompiledPolicy } from '../normalize/compile.ts'
import { policyOf, type Policy, type PolicyRef } from '../normalize/policy.ts'

/** What a policy says of one URL beside how it is written: what admission and classification read. */
export interface SettingsAt {
  readonly languages: LanguageSettings
  readonly pagination: { readonly params: readonly string[] }
  readonly classify: ClassifySettings
  readonly citation: { readonly qualifier: string }
  /** Whether the policy names the query parameter as one to keep. */
  readonly knowsParam: (name: string) => boolean
}

// From the spec and not from what normalizes: that carries nothing which only admission reads.
const compiledWhole = new WeakMap<Policy, CompiledPolicy>()
const knownNames = new WeakMap<Settings, NameSet>()

/**
 * What a policy says of a normalized URL, in the section that the URL is in.
 *
 * @example
 * settingsAt('sources', 'https://example.com/').languages.prefer // ['es']
 */
export function settingsAt(ref: PolicyRef, url: string): SettingsAt {
  const settings = sectionSettings(wholeOf(policyOf(ref)), url)
  const { languages, pagination, classify, citation } = settings
  return { languages, pagination, classify, citation, knowsParam: (name) => namesOf(settings).has(foldName(name)) }
}

function wholeOf(policy: Policy): CompiledPolicy {
  const known = compiledWhole.get(policy)
  if (known !== undefined) return known
  const compiled = compilePolicy(policy.spec)
  compiledWhole.set(policy, compiled)
  return compiled
}

function sectionSettings(policy: CompiledPolicy, url: string): Settings {
  const parts = splitUrl(url)
  const site = typeof parts === 'string' ? null : findSite(policy, parts.host)
  if (site === null || typeof parts === 'string') return policy.everywhere.settings
  return findSection(site, parts.path).settings
}

function namesOf(settings: Settings): NameSet {
  const known = knownNames.get(settings)
  if (known !== undefined) return known
  const { keep, keepOnly } = settings.query
  const names = compilePatterns([...keep, ...keepOnly])
  knownNames.set(settings, names)
  return names
}

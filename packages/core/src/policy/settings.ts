import type { HealthSpec, Pattern, PolicyFields, RewriteSpec } from './spec.ts'

/** Every field of a policy but those that only people read: a new field without a default does not compile. */
type SettingName = Exclude<keyof PolicyFields, '$schema' | 'version' | 'description' | 'evidence'>

/** A policy's fields with nothing left open: what the rules read. */
export interface Settings {
  readonly scheme: 'keep' | 'https' | 'http'
  readonly www: 'keep' | 'strip' | 'add'
  readonly hostDot: 'keep' | 'strip'
  readonly trailingSlash: 'keep' | 'strip' | 'add'
  readonly rootSlash: 'keep' | 'strip'
  readonly fragment: 'keep' | 'strip' | 'keep-routes'
  readonly dotSegments: boolean
  readonly duplicateSlashes: 'keep' | 'collapse'
  readonly directoryIndex: readonly string[]
  readonly pathCase: 'keep' | 'lower'
  readonly userinfo: 'keep' | 'strip'
  readonly port: 'strip-default' | 'add-default'
  readonly strayPercent: 'keep' | 'escape'
  readonly escapeCase: 'keep' | 'upper'
  readonly unreserved: 'keep' | 'decode'
  readonly ipToHost: Readonly<Record<string, string>>
  readonly session: boolean
  readonly unwrap: boolean
  readonly query: QuerySettings
  readonly rewrites: readonly RewriteSpec[]
  readonly languages: LanguageSettings
  readonly pagination: { readonly params: readonly string[] }
  readonly classify: ClassifySettings
  readonly citation: { readonly qualifier: string }
  readonly health: HealthSpec
}

export interface LanguageSettings {
  readonly prefer: readonly string[]
  readonly note: readonly string[]
  readonly tokens: Readonly<Record<string, readonly string[]>>
  readonly params: readonly string[]
}

export interface ClassifySettings {
  readonly documentExtensions: readonly string[]
  readonly procedureWords: readonly string[]
  readonly idParams: readonly string[]
  readonly ids: readonly Pattern[]
}

export interface QuerySettings {
  readonly tracking: 'none' | 'core' | 'extended'
  readonly strip: readonly Pattern[]
  readonly keep: readonly Pattern[]
  /** Empty: every parameter is welcome. */
  readonly keepOnly: readonly Pattern[]
  readonly defaults: Readonly<Record<string, string>>
  readonly except: readonly string[]
  readonly sort: boolean
  readonly empty: 'keep' | 'strip'
  readonly emptyValues: 'keep' | 'strip'
  readonly unsafe: 'keep' | 'escape'
  /** Absent: `guard` where any rule edits the query, which is known only when the rules are chosen, else `ignore`. */
  readonly signed?: 'guard' | 'ignore'
}

/** What `rfc3986` does: the safe tier and dot segments. Every other policy says only where it differs. */
export const DEFAULT_SETTINGS: Settings = Object.freeze<Settings & Record<SettingName, unknown>>({
  scheme: 'keep',
  www: 'keep',
  hostDot: 'keep',
  trailingSlash: 'keep',
  rootSlash: 'keep',
  fragment: 'keep',
  dotSegments: true,
  duplicateSlashes: 'keep',
  directoryIndex: [],
  pathCase: 'keep',
  userinfo: 'keep',
  port: 'strip-default',
  strayPercent: 'keep',
  escapeCase: 'upper',
  unreserved: 'decode',
  ipToHost: {},
  session: false,
  unwrap: false,
  query: {
    tracking: 'none',
    strip: [],
    keep: [],
    keepOnly: [],
    defaults: {},
    except: [],
    sort: false,
    empty: 'keep',
    emptyValues: 'keep',
    unsafe: 'keep',
  },
  rewrites: [],
  languages: { prefer: [], note: [], tokens: {}, params: [] },
  pagination: { params: [] },
  classify: { documentExtensions: [], procedureWords: [], idParams: [], ids: [] },
  citation: { qualifier: '' },
  health: {},
})

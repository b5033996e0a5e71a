/** The three groups of normalizations: what a standard promises, what nearly always holds, what may merge two pages. */
export type Tier = 'safe' | 'usually-safe' | 'lossy'

/**
 * Names query parameters: a name (`ref`, ASCII-case-insensitive, compared after one percent-decoding),
 * a glob (`utm_*`) or a regular expression between slashes (`/^pk_/`).
 */
export type Pattern = string

export type PolicyName =
  | 'rfc3986'
  | 'dedupe'
  | 'links'
  | 'sources'
  | 'feed-aggressive'
  | 'feed-moderate'
  | 'feed-conservative'

/** A path template or anchored regular expression and what a match becomes; docs/reference/policy-file.md tells the syntax. */
export interface RewriteSpec {
  readonly match: string
  readonly to: string
  /** Why the rewrite is held to be true: kept with the policy, never read by the normalizer. */
  readonly evidence?: object
}

/** `null` empties what an extended policy or the policy around a site section put there. */
type OrEmptied<T> = T | null

export interface QuerySpec {
  readonly tracking?: 'none' | 'core' | 'extended'
  readonly strip?: OrEmptied<readonly Pattern[]>
  readonly keep?: OrEmptied<readonly Pattern[]>
  readonly keepOnly?: OrEmptied<readonly Pattern[]>
  readonly defaults?: OrEmptied<Readonly<Record<string, string>>>
  /** Globs for URLs without scheme, port and fragment (`git.*\/*`): their query stays as it is. */
  readonly except?: OrEmptied<readonly string[]>
  readonly sort?: boolean
  readonly empty?: 'keep' | 'strip'
  readonly emptyValues?: 'keep' | 'strip'
  readonly unsafe?: 'keep' | 'escape'
  readonly signed?: 'guard' | 'ignore'
}

/** What may stand at the top of a policy file and in a site section. */
export interface PolicyFields {
  readonly $schema?: string
  readonly version?: string
  readonly description?: string
  readonly scheme?: 'keep' | 'https' | 'http'
  readonly www?: 'keep' | 'strip' | 'add'
  readonly hostDot?: 'keep' | 'strip'
  readonly trailingSlash?: 'keep' | 'strip' | 'add'
  readonly rootSlash?: 'keep' | 'strip'
  readonly fragment?: 'keep' | 'strip' | 'keep-routes'
  readonly dotSegments?: boolean
  readonly duplicateSlashes?: 'keep' | 'collapse'
  readonly directoryIndex?: OrEmptied<readonly string[]>
  readonly pathCase?: 'keep' | 'lower'
  readonly userinfo?: 'keep' | 'strip'
  readonly port?: 'strip-default' | 'add-default'
  readonly strayPercent?: 'keep' | 'escape'
  readonly escapeCase?: 'keep' | 'upper'
  readonly unreserved?: 'keep' | 'decode'
  readonly ipToHost?: OrEmptied<Readonly<Record<string, string>>>
  readonly session?: boolean
  readonly unwrap?: boolean
  readonly query?: QuerySpec
  readonly rewrites?: OrEmptied<readonly RewriteSpec[]>
  readonly languages?: LanguagesSpec
  readonly pagination?: { readonly params?: OrEmptied<readonly string[]> }
  readonly classify?: ClassifySpec
  readonly citation?: { readonly qualifier: string }
  readonly health?: HealthSpec
  /** Why the fields here are held to be true: kept with the policy, never read by the normalizer. */
  readonly evidence?: OrEmptied<readonly object[]>
}

/** How links are watched. */
export interface HealthSpec {
  /** How often a page is looked at: daily, weekly or monthly. */
  readonly priority?: 'P0' | 'P1' | 'P2'
}

/** Which languages are wanted, and how URLs spell them. */
export interface LanguagesSpec {
  /** Best first; a policy's own come before those that it extends. */
  readonly prefer?: OrEmptied<readonly string[]>
  readonly note?: OrEmptied<readonly string[]>
  /** Spellings by language; the first of each list go together (`ca`, `es`), and so do the second (`cat`, `cas`). */
  readonly tokens?: OrEmptied<Readonly<Record<string, readonly string[]>>>
  /** Query parameters that choose the language. */
  readonly params?: OrEmptied<readonly string[]>
}

/** What tells a page about one thing from a home page. */
export interface ClassifySpec {
  readonly documentExtensions?: OrEmptied<readonly string[]>
  readonly procedureWords?: OrEmptied<readonly string[]>
  /** Query parameters that name one thing. */
  readonly idParams?: OrEmptied<readonly string[]>
  /** Identifiers, wherever they stand: compared with the segments of a path and the values of a query. */
  readonly ids?: OrEmptied<readonly Pattern[]>
}

export interface SiteSpec extends PolicyFields {
  /** Path prefixes that end at a segment: `/docs` covers `/docs` and `/docs/a`, not `/docs2`. */
  readonly paths?: Readonly<Record<string, PolicyFields>>
}

export type HostMapping = string | { readonly host: string; readonly verified: false }

/** How loudly a finding of `validate` and `check` is reported, if at all. */
export type FindingLevel = 'off' | 'note' | 'warning' | 'error'

/** What admission reads; `boe.es` covers its subdomains, `*.gob.es` covers gob.es and below. */
export interface HostsSpec {
  /** `*` is any public host. A policy's own entries replace a `*` that it inherits. */
  readonly allow?: OrEmptied<readonly string[]>
  readonly block?: OrEmptied<readonly string[]>
  readonly shorteners?: OrEmptied<readonly string[]>
  readonly canonical?: OrEmptied<Readonly<Record<string, HostMapping>>>
}

/** A URL and what the policy makes of it; `policy test` runs them. */
export interface PolicyExample {
  readonly input: string
  readonly url?: string
  readonly invalid?: true
}

/** A policy as a file says it. */
export interface PolicySpec extends PolicyFields {
  readonly name: string
  /** Without it a policy extends `rfc3986`. */
  readonly extends?: PolicyName | `./${string}`
  /** `boe.es` covers its subdomains; the longest match wins. */
  readonly sites?: Readonly<Record<string, SiteSpec>>
  readonly hosts?: HostsSpec
  /** By the id of the finding: `home-page`, `tracking-left`. No part of the fingerprint. */
  readonly rules?: OrEmptied<Readonly<Record<string, FindingLevel>>>
  readonly examples?: readonly PolicyExample[]
}

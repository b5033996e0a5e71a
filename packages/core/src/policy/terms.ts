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

/** How loudly a finding of `validate` and `check` is reported, if at all. */
export type FindingLevel = 'off' | 'note' | 'warning' | 'error'

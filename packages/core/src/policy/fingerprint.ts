import { foldName } from '../url/query-pairs.ts'
import { REDIRECTORS } from './redirectors.ts'
import { SESSION_NAMES } from './session-names.ts'
import type { Settings } from './settings.ts'
import { SIGNATURE_NAMES } from './signature-names.ts'
import { TRACKING_CORE, TRACKING_EXTENDED } from './tracking-names.ts'

/** Raised whenever a rule changes what it does, so that keys made by the old rules are told from those of the new ones. */
export const RULES_VERSION = 2

/**
 * A text that is the same for two policies exactly where they normalize every URL alike: settings in a fixed order,
 * lists whose order does not matter sorted, the curated lists written out where they are used. Names, descriptions,
 * examples and what only admission reads are left out.
 */
export function fingerprintText(sections: ReadonlyMap<string, Settings>): string {
  const described = [...sections]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([where, settings]) => [where, describe(settings)])
  return JSON.stringify([RULES_VERSION, described])
}

function describe(settings: Settings): unknown {
  const { languages, pagination, classify, citation, health, rewrites, directoryIndex, query, ...plain } = settings
  return sortKeys({
    ...plain,
    directoryIndex: directoryIndex.toSorted(),
    rewrites: rewrites.map(({ match, to }) => [match, to]),
    query: { ...query, strip: names(query.strip), keep: names(query.keep), keepOnly: names(query.keepOnly) },
    lists: [
      query.tracking === 'none' ? [] : TRACKING_CORE,
      query.tracking === 'extended' ? TRACKING_EXTENDED : [],
      settings.session ? SESSION_NAMES : [],
      query.signed === 'guard' ? SIGNATURE_NAMES : [],
      settings.unwrap ? REDIRECTORS : [],
    ],
  })
}

const names = (patterns: readonly string[]): string[] =>
  [
    ...new Set(patterns.map((pattern) => (pattern.startsWith('/') ? pattern.replace(/i$/, '') : foldName(pattern)))),
  ].toSorted()

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  // As a list of entries: a map may have the key __proto__.
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([key, each]) => [key, sortKeys(each)])
}

import { foldName } from '../url/query-pairs.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { REDIRECTORS } from './redirectors.ts'
import { SESSION_NAMES } from './session-names.ts'
import type { Settings } from './settings.ts'
import { SIGNATURE_NAMES } from './signature-names.ts'
import { TRACKING_CORE, TRACKING_EXTENDED } from './tracking-names.ts'

/** Raised whenever a rule changes what it does, so that keys of the old rules differ from those of the new ones. */
export const RULES_VERSION = 2

/**
 * A text that is the same for two policies exactly where they normalize every URL alike: settings in a fixed order,
 * lists whose order does not matter sorted, the curated lists written out where they are used. Names, descriptions,
 * examples and what only admission reads are left out.
 *
 * Only differences are described: those of the policy from the defaults, and those of a section from the policy around it. So a new field changes
 * no fingerprint, and no stored key, before a policy sets it. A policy may also have tens of thousands of sections.
 *
 * @param sections by place; the one that holds everywhere has the empty place
 * @param defaultScheme that of URLs without one
 */
export function buildFingerprintText(
  sections: ReadonlyMap<string, Settings>,
  defaultScheme: string | null,
  defaults: Settings = DEFAULT_SETTINGS,
): string {
  const everywhere = sections.get('') ?? defaults
  const [describePolicy, describeSection] = [createDescriber(defaults), createDescriber(everywhere)]
  const described = [...sections]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([where, settings]) => [where, where === '' ? describePolicy(settings) : describeSection(settings)])
  const lists = collectCuratedLists([...sections.values()])
  return JSON.stringify([RULES_VERSION, lists, described, ...(defaultScheme === null ? [] : [defaultScheme])])
}

function collectCuratedLists(all: readonly Settings[]): unknown {
  return [
    all.some(({ query }) => query.tracking !== 'none') && TRACKING_CORE,
    all.some(({ query }) => query.tracking === 'extended') && TRACKING_EXTENDED,
    all.some(({ session }) => session) && SESSION_NAMES,
    all.some(({ query }) => query.signed === 'guard') && SIGNATURE_NAMES,
    all.some(({ unwrap }) => unwrap) && REDIRECTORS,
  ]
}

type Key = keyof Settings
type QueryKey = keyof Settings['query']
/** A field and its value as text: `query.strip` and `["ref"]`. */
type Described = [field: string, text: string]

/** Describes the settings that normalizing reads where they differ from those around. */
function createDescriber(around: Settings): (settings: Settings) => Described[] {
  const texts = new Map<string, string>()
  const describeAround = (field: string, describe: () => string): string => {
    const text = texts.get(field) ?? describe()
    texts.set(field, text)
    return text
  }
  const describeQuery = ({ query }: Settings): Described[] =>
    (Object.keys({ ...around.query, ...query }) as QueryKey[]).toSorted().flatMap((key): Described[] => {
      if (query[key] === around.query[key]) return []
      const [field, text] = [`query.${key}`, describeQueryField(key, query)]
      return text === describeAround(field, () => describeQueryField(key, around.query)) ? [] : [[field, text]]
    })
  return (settings) =>
    (Object.keys(settings) as Key[]).toSorted().flatMap((key): Described[] => {
      if (settings[key] === around[key]) return []
      if (key === 'query') return describeQuery(settings)
      const text = describeField(key, settings)
      return text === describeAround(key, () => describeField(key, around)) ? [] : [[key, text]]
    })
}

function describeField(key: Key, settings: Settings): string {
  const { directoryIndex, rewrites } = settings
  if (key === 'directoryIndex') return JSON.stringify(directoryIndex.toSorted())
  if (key === 'rewrites') return JSON.stringify(rewrites.map(({ match, to }) => [match, to]))
  return JSON.stringify(sortKeys(settings[key]))
}

function describeQueryField(key: QueryKey, query: Settings['query']): string {
  if (key === 'strip' || key === 'keep' || key === 'keepOnly' || key === 'except')
    return JSON.stringify(names(query[key]))
  return JSON.stringify(sortKeys(query[key] ?? (key === 'signed' ? 'ignore' : null)))
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

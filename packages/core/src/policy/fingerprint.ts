import { foldName } from '../url/query-pairs.ts'
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
 * examples and what only admission reads are left out. A section says only where it differs from the policy around it:
 * a policy may have tens of thousands of them.
 *
 * @param sections by place; the one that holds everywhere has the empty place
 * @param defaultScheme that of URLs without one
 */
export function buildFingerprintText(sections: ReadonlyMap<string, Settings>, defaultScheme: string | null): string {
  const everywhere = sections.get('')
  const describe = createDescriber(everywhere)
  const described = [...sections]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([where, settings]) => [where, describe(settings)])
  const lists = collectCuratedLists([...sections.values()])
  // Only where it is set: keys that were stored before the field existed stay valid.
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

/** Describes the settings that normalizing reads: all of them, or those of a section that differ from `everywhere`. */
function createDescriber(everywhere: Settings | undefined): (settings: Settings) => [Key, string][] {
  const keys = (Object.keys(everywhere ?? {}) as Key[]).toSorted()
  const held = new Map(everywhere && keys.map((key) => [key, describeField(key, everywhere)]))
  return (settings) =>
    keys.flatMap((key): [Key, string][] => {
      if (settings === everywhere) return [[key, held.get(key) ?? '']]
      if (settings[key] === everywhere?.[key]) return []
      const text = describeField(key, settings)
      return text === held.get(key) ? [] : [[key, text]]
    })
}

function describeField(key: Key, settings: Settings): string {
  const { directoryIndex, rewrites, query } = settings
  if (key === 'directoryIndex') return JSON.stringify(directoryIndex.toSorted())
  if (key === 'rewrites') return JSON.stringify(rewrites.map(({ match, to }) => [match, to]))
  if (key !== 'query') return JSON.stringify(sortKeys(settings[key]))
  const lists = {
    strip: names(query.strip),
    keep: names(query.keep),
    keepOnly: names(query.keepOnly),
    except: names(query.except),
  }
  return JSON.stringify(sortKeys({ signed: 'ignore', ...query, ...lists }))
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

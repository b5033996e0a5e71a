import { compileGlobs } from '../policy/pattern.ts'
import { DEFAULT_SETTINGS } from '../policy/default-settings.ts'
import type { Settings } from '../policy/settings.ts'
import { removeDotSegments } from '../url/dot-segments.ts'
import { decodeUnreserved, escapeStrayPercent, upperCaseEscapes } from '../url/escapes.ts'
import { QUERY_SET, lowerAscii, percentEncode } from '../url/percent.ts'
import { compileSection, type Makers, type SparedSection } from './compile.ts'

/** Compiles `query.except`: for the URLs it names, the same section with every rule on the query turned off. */
export function compileSpared(settings: Settings, makers: Makers): SparedSection | null {
  const { except, signed } = settings.query
  if (except.length === 0) return null
  const isCovered = compileGlobs(except.map((glob) => toComparable(percentEncode(glob, QUERY_SET))))
  const query = { ...DEFAULT_SETTINGS.query, ...(signed && { signed }) }
  return {
    covers: (host, path, text) => isCovered(host + (removeDotSegments(toComparable(path)) || '/') + toComparable(text)),
    section: { ...compileSection({ ...settings, session: false, query }, makers), isSpared: true },
  }
}

/** As rfc3986 spells it and in lower case, so that whether a URL is spared does not depend on its spelling. */
const toComparable = (text: string): string => lowerAscii(decodeUnreserved(upperCaseEscapes(escapeStrayPercent(text))))

import { coveringDomains } from '../../url/domains.ts'
import type { PolicySpec } from '../spec.ts'
import type { Pattern } from '../terms.ts'
import type { ExportResult, LeftOut } from './export-result.ts'
import { leftOutOf } from './left-out.ts'
import { placesOf, type Place } from './places.ts'
import { isPlainName, strippedNames } from './stripped-names.ts'

/** Yandex reads no longer lines. */
const LONGEST_LINE = 500
const SAID = ['query.strip', 'query.tracking', 'session', 'query.keep']

export interface CleanParamExportOptions {
  /** Whose robots.txt it is for. */
  readonly host: string
}

/**
 * Writes the `Clean-param` lines of a host's robots.txt for what a policy strips there.
 *
 * @example
 * exportCleanParam({ name: 'a', sites: { 'example.com': { query: { strip: ['from'] } } } }, { host: 'example.com' }).text
 * // 'Clean-param: from\n'
 */
export function exportCleanParam(spec: PolicySpec, { host }: CleanParamExportOptions): ExportResult {
  const all = placesOf(spec)
  const section = coveringDomains(host).find((key) => all.some(({ domain }) => domain === key))
  const places = all.filter(({ domain }) => domain === undefined || domain === section)
  const leftOut: LeftOut[] = places.flatMap((place) => leftOutOf(place, SAID, 'Clean-param'))
  const lines: string[] = []
  let exported = 0
  for (const place of places) {
    const names = strippedNames(place.fields).filter((pattern) => {
      const reason = faultOf(pattern, place, places)
      if (reason !== null) leftOut.push({ at: `${place.at === '' ? '' : `${place.at}.`}query.strip`, reason })
      return reason === null
    })
    exported += names.length
    lines.push(...linesOf(names, place.path))
    if (names.length > 0 && place.path !== '') leftOut.push(tooWide(place))
  }
  return { text: lines.map((line) => `${line}\n`).join(''), exported, leftOut }
}

/** Why a name cannot be cleaned at a place; null where it can. */
function faultOf(pattern: Pattern, place: Place, places: readonly Place[]): string | null {
  if (!/^[\w.*/-]*$/.test(place.path)) return `${place.path} has characters that Clean-param does not know in paths`
  if (!isPlainName(pattern)) return `${pattern} is no plain name, and Clean-param knows no others`
  if (!/^[\w.~%[\]-]+$/.test(pattern)) return `${pattern} has characters that Clean-param does not know`
  const same = (other: Pattern): boolean => other.toLowerCase() === pattern.toLowerCase()
  const inner = places.find(
    (other) => other !== place && place.exceptPaths.includes(other.path) && !strippedNames(other.fields).some(same),
  )
  if (inner !== undefined) return `${pattern} stays below ${inner.path}, and Clean-param knows no exceptions`
  const keeping = places.find(({ fields }) => (fields.query?.keep ?? []).some(same))
  return keeping === undefined
    ? null
    : `${pattern} is kept at ${keeping.at || 'the top'}, and Clean-param knows no exceptions`
}

/** A path section ends at a segment; here it is the beginning of a path. */
const tooWide = ({ at, path }: Place): LeftOut => ({
  at,
  reason: `also holds for what only begins with ${path}, as ${path}2 does: Clean-param knows no segments`,
})

function linesOf(names: readonly string[], path: string): string[] {
  const end = path === '' ? '' : ` ${path}`
  const lines: string[] = []
  for (const name of names) {
    const last = lines.at(-1)
    const longer = last === undefined ? '' : `${last}&${name}`
    if (longer === '' || longer.length + end.length > LONGEST_LINE) lines.push(`Clean-param: ${name}`)
    else lines[lines.length - 1] = longer
  }
  return lines.map((line) => line + end)
}

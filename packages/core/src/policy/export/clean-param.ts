import { listCoveringDomains } from '../../url/domains.ts'
import type { PolicySpec } from '../spec.ts'
import type { Pattern } from '../terms.ts'
import type { ExportResult, LeftOut } from './export-result.ts'
import { listLeftOut } from './left-out.ts'
import { listPlaces, type Place } from './places.ts'
import { isPlainName, listStrippedNames } from './stripped-names.ts'

/** Yandex ignores longer lines. */
const MAX_LINE_LENGTH = 500
const SUPPORTED_FIELDS = ['query.strip', 'query.tracking', 'session', 'query.keep']

export interface CleanParamExportOptions {
  /** The host that the robots.txt is for. */
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
  const all = listPlaces(spec)
  const section = listCoveringDomains(host).find((key) => all.some(({ domain }) => domain === key))
  const places = all.filter(({ domain }) => domain === undefined || domain === section)
  const leftOut: LeftOut[] = places.flatMap((place) => listLeftOut(place, SUPPORTED_FIELDS, 'Clean-param'))
  const lines: string[] = []
  let exported = 0
  for (const place of places) {
    const names = listStrippedNames(place.fields).filter((pattern) => {
      const reason = findFault(pattern, place, places)
      if (reason !== null) leftOut.push({ at: `${place.at === '' ? '' : `${place.at}.`}query.strip`, reason })
      return reason === null
    })
    exported += names.length
    lines.push(...formatLines(names, place.path))
    if (names.length > 0 && place.path !== '') leftOut.push(describeTooWide(place))
  }
  return { text: lines.map((line) => `${line}\n`).join(''), exported, leftOut }
}

/** Why `Clean-param` cannot express a name at a place, or null. */
function findFault(pattern: Pattern, place: Place, places: readonly Place[]): string | null {
  if (!/^[\w.*/-]*$/.test(place.path)) return `${place.path} has characters that Clean-param does not allow in paths`
  if (!isPlainName(pattern)) return `${pattern} is a glob or an expression; Clean-param allows only plain names`
  if (!/^[\w.~%[\]-]+$/.test(pattern)) return `${pattern} has characters that Clean-param does not allow`
  const same = (other: Pattern): boolean => other.toLowerCase() === pattern.toLowerCase()
  const inner = places.find(
    (other) => other !== place && place.exceptPaths.includes(other.path) && !listStrippedNames(other.fields).some(same),
  )
  if (inner !== undefined) return `${pattern} stays below ${inner.path}; Clean-param has no exceptions`
  const keeping = places.find(({ fields }) => (fields.query?.keep ?? []).some(same))
  return keeping === undefined
    ? null
    : `${pattern} is kept at ${keeping.at || 'the top'}; Clean-param has no exceptions`
}

/** A path section ends at a segment; a path of `Clean-param` is any prefix. */
const describeTooWide = ({ at, path }: Place): LeftOut => ({
  at,
  reason: `also applies to paths that only begin with ${path}, as ${path}2 does: Clean-param compares prefixes, not segments`,
})

function formatLines(names: readonly string[], path: string): string[] {
  const end = path === '' ? '' : ` ${path}`
  const lines: string[] = []
  for (const name of names) {
    const last = lines.at(-1)
    const longer = last === undefined ? '' : `${last}&${name}`
    if (longer === '' || longer.length + end.length > MAX_LINE_LENGTH) lines.push(`Clean-param: ${name}`)
    else lines[lines.length - 1] = longer
  }
  return lines.map((line) => line + end)
}

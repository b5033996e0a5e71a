import { UrlParts } from '../url/url-parts.ts'
import { applyRules, editPairs } from './apply-rules.ts'
import type { Section } from './compile.ts'
import type { PairList } from './pair-list.ts'
import { findHost, findPath, type Scan } from './recognise.ts'

// Without one instance that stays alive, V8 would drop the shape of UrlParts, and its compiled code, at every garbage
// collection.
const tail = new UrlParts('', '', '', '', '', '', '', '')

/** Edits a URL of which only the query, fragment or missing path shows signs. The text before them stays in one piece. */
export function editTail(section: Section, text: string, scan: Scan, signs: number, pairs: PairList | null): string {
  const { query, end } = pairs !== null && pairs.isSigned ? section.meaningIfSigned : section.meaning
  const front = pairs === null ? text.slice(0, scan.fragment) : editPairs(query, pairs, section, null)
  if (scan.hasPath && scan.fragment === text.length) return front
  tail.scheme = front
  tail.path = ''
  tail.fragment = text.slice(scan.fragment)
  applyRules(end, tail, section, signs, null)
  return tail.join()
}

export function splitRecognised(text: string, scan: Scan): UrlParts {
  const host = findHost(text)
  const path = findPath(text, scan)
  return new UrlParts(
    host === 8 ? 'https:' : 'http:',
    '//',
    '',
    text.slice(host, path),
    '',
    text.slice(path, scan.query),
    text.slice(scan.query, scan.fragment),
    text.slice(scan.fragment),
  )
}

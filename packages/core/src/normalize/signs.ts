import { findHost, findPath, type Scan } from './recognise.ts'

/**
 * Signs of possible work in a URL, as bits. A rule runs only if the URL shows a sign that concerns it. A rule that may create
 * work for later rules declares those signs. A URL that the recogniser refuses shows all signs.
 */
export const UNRECOGNISED = 1 << 0
export const HTTP = 1 << 1
export const HTTPS = 1 << 2
export const WWW = 1 << 3
export const NO_WWW = 1 << 4
export const NO_PATH = 1 << 5
export const ROOT_ONLY = 1 << 6
export const ENDS_IN_SLASH = 1 << 7
export const ENDS_IN_NAME = 1 << 8
export const DOUBLE_SLASH = 1 << 9
export const PATH_PARAMETER = 1 << 10
export const UPPER_CASE_PATH = 1 << 11
export const FRAGMENT = 1 << 12
export const LONE_QUESTION_MARK = 1 << 13
export const EMPTY_PAIR = 1 << 14
export const UNSORTED_PAIRS = 1 << 15
/** Any pair: rules on values must look at it. */
export const PAIR = 1 << 16
/** A parameter to remove, by the field that asks for it. */
export const SESSION_PARAMETER = 1 << 17
export const LISTED_PARAMETER = 1 << 18
export const TRACKING_PARAMETER = 1 << 19
export const UNUSED_PARAMETER = 1 << 20
/** A parameter that has a default value. Its value in this URL may be another one. */
export const DEFAULTED_PARAMETER = 1 << 21
export const EVERYTHING = (1 << 22) - 1

export const QUERY_SIGNS =
  LONE_QUESTION_MARK |
  EMPTY_PAIR |
  UNSORTED_PAIRS |
  PAIR |
  SESSION_PARAMETER |
  LISTED_PARAMETER |
  TRACKING_PARAMETER |
  UNUSED_PARAMETER |
  DEFAULTED_PARAMETER

/** The signs for which nothing before the query need be read. */
export const TAIL_SIGNS = QUERY_SIGNS | FRAGMENT | NO_PATH

const SCHEME_SIGNS = HTTP | HTTPS
const HOST_SIGNS = WWW | NO_WWW
const PATH_END_SIGNS = ROOT_ONLY | ENDS_IN_SLASH | ENDS_IN_NAME
const PATH_TEXT_SIGNS = DOUBLE_SLASH | PATH_PARAMETER | UPPER_CASE_PATH
const COSTLY_SIGNS = SCHEME_SIGNS | HOST_SIGNS | PATH_END_SIGNS | PATH_TEXT_SIGNS

/** The wanted signs that the URL shows. Skips signs that no rule wants, and the query, which pair-list.ts reads. */
export function findSigns(text: string, scan: Scan, wanted: number): number {
  let signs = 0
  if (scan.fragment < text.length) signs |= FRAGMENT
  if (!scan.hasPath) signs |= NO_PATH
  if ((wanted & COSTLY_SIGNS) !== 0) signs |= findCostlySigns(text, scan, wanted)
  return signs & wanted
}

function findCostlySigns(text: string, scan: Scan, wanted: number): number {
  let signs = text.charCodeAt(4) === 0x73 ? HTTPS : HTTP
  if ((wanted & HOST_SIGNS) !== 0) signs |= text.startsWith('www.', findHost(text)) ? WWW : NO_WWW
  if ((wanted & PATH_END_SIGNS) !== 0 && scan.hasPath) signs |= findPathEnd(text, scan)
  if ((wanted & PATH_TEXT_SIGNS) !== 0) signs |= findPathText(text.slice(findPath(text, scan), scan.query), wanted)
  return signs
}

function findPathEnd(text: string, scan: Scan): number {
  if (text.charCodeAt(scan.query - 1) !== 0x2f) return ENDS_IN_NAME
  return findPath(text, scan) === scan.query - 1 ? ROOT_ONLY : ENDS_IN_SLASH
}

function findPathText(path: string, wanted: number): number {
  return (
    (path.includes('//') ? DOUBLE_SLASH : 0) |
    ((wanted & PATH_PARAMETER) !== 0 && /[;(]/.test(path) ? PATH_PARAMETER : 0) |
    ((wanted & UPPER_CASE_PATH) !== 0 && /[A-Z]/.test(path) ? UPPER_CASE_PATH : 0)
  )
}

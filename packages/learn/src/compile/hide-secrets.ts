import { isSessionName } from '@canonist/core/internal/policy/known-names'
import { isPersonalValue } from './personal-data.ts'
import { isPasswordName, isPermissionName, isPersonalName } from '@canonist/core/internal/credentials/private-names'
import { isRandom } from '@canonist/core/internal/credentials/random-text'
import type { LearnedRule, RuleExample } from '../log/types.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { SHOWN, MAX_DECODINGS } = THRESHOLDS.hideSecrets

const CUT = '...'
/** A shorter text cannot be shortened. */
const MAX_SHOWN_LENGTH = SHOWN + CUT.length

/** The start of a JSON object or array; its members may hold anything. */
const JSON_START = /^\s*(?:\{|\[\s*["{[\d\]-])/
/** A name and a value within a text: `password:hunter2`. */
const PAIR = /(?<![\p{L}\p{M}\d_.-])([\p{L}\p{M}\d_.-]+)\s*[:=]\s*[^\s/]/gu
/** A segment of ASP.NET sessions without cookies: `(A(…)S(…))`. */
const ASP_NET_SESSION = /^\((?:[A-Z]\([^()]*\))+\)$/
/** Two decimal numbers with a semicolon between them, which would otherwise end the value: they may be a position. */
const DECIMAL = String.raw`(?:[+-]|%2[BD])?\d{1,3}(?:[.,]|%2C)\d+`
const DECIMALS = `${DECIMAL};(?:[+]|%20)*${DECIMAL}`
/** The value of a path parameter ends at a slash; that of a query may hold one. */
const PATH_PART = new RegExp(`([^/;=]*)=(${DECIMALS}|[^/;]*)|${DECIMALS}|[^/;=]+`, 'gi')
const QUERY_PART = new RegExp(`([^?#&;=]*)=(${DECIMALS}|[^&;#]*)|${DECIMALS}|[^?#&;=]+`, 'gi')

/**
 * Makes a URL safe to show: removes userinfo and personal data, and shortens texts that may be keys or sessions.
 *
 * @example hideSecrets('https://me:pw@example.com/?sid=d9f1c381517da768') // 'https://example.com/?sid=d9f1...'
 */
export function hideSecrets(url: string): string {
  const [, start = '', path = '', tail = ''] = /^([a-z]+:\/\/[^/?#]*)?([^?#]*)(.*)$/is.exec(url) ?? []
  const shown = path.replaceAll(PATH_PART, hidePathPart)
  return start.replace(/\/\/.*@/s, '//') + shown + tail.replaceAll(QUERY_PART, hidePart)
}

function hidePathPart(part: string, name: string | undefined, value: string | undefined): string {
  return ASP_NET_SESSION.test(part) ? part.replaceAll(/(?<=\()[^()]+(?=\))/g, hideKey) : hidePart(part, name, value)
}

function hidePart(part: string, name: string | undefined, value: string | undefined): string {
  return name === undefined || value === undefined ? hideText(part) : `${hideText(name)}=${hideValue(name, value)}`
}

function hideValue(name: string, value: string): string {
  if (value === '') return value
  const plain = decode(name)
  if (isPrivateName(plain)) return CUT
  const isKey = isSessionName(plain.toLowerCase()) || isPermissionName(plain)
  return isKey || hidesUrl(decode(value)) ? hideKey(value) : hideText(value)
}

const isPrivateName = (name: string): boolean => isPasswordName(name) || isPersonalName(name)

/** Whether a text is a URL, or a part of one, that contains something to hide. */
const hidesUrl = (text: string): boolean => /[/?&=]/.test(text) && hideSecrets(text) !== text

/** Removes personal data, and shortens random text to its start, which is enough to distinguish two. */
function hideText(text: string): string {
  const plain = decode(text)
  if (isPersonalValue(plain) || JSON_START.test(plain) || hasPrivatePair(plain)) return CUT
  return isRandom(plain) || isRandom(decodeOnce(text)) ? shorten(text) : text
}

const hasPrivatePair = (text: string): boolean => [...text.matchAll(PAIR)].some(([, name = '']) => isPrivateName(name))

/** Shortens a session or token. A short one is removed, since four characters would give it away. */
function hideKey(text: string): string {
  return text.length > MAX_SHOWN_LENGTH || text.endsWith(CUT) ? shorten(text) : CUT
}

function shorten(text: string): string {
  if (text.length <= MAX_SHOWN_LENGTH) return text
  const [start = ''] = new RegExp(`^(?:%[0-9A-Fa-f]{2}|[^%]){0,${SHOWN}}`).exec(text) ?? []
  return start + CUT
}

/** Decodes escapes repeatedly; bytes that are not UTF-8 stay escaped. */
function decode(text: string): string {
  let plain = text
  for (let turn = 0; turn < MAX_DECODINGS && plain.includes('%'); turn++) plain = decodeOnce(plain)
  return plain
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%([2-7][0-9A-F])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

const hideInExample = ({ urls: [one, other], becomes }: RuleExample): RuleExample => ({
  urls: [hideSecrets(one), hideSecrets(other)],
  becomes: hideSecrets(becomes),
})

/** Makes the examples of a rule safe to show. */
export const hideSecretsInExamples = <Rule extends LearnedRule>(rule: Rule): Rule => ({
  ...rule,
  examples: rule.examples.map(hideInExample),
  counterExamples: rule.counterExamples.map(hideInExample),
})

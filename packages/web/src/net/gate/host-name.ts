import { domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import { isLookAlike, isOneScript } from './label-scripts.ts'

const MAX_NAME_LENGTH = 253
// https://www.rfc-editor.org/rfc/rfc1123#section-2.1
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
// The Kelvin sign and the dotted capital I become ASCII letters when they are lower-cased.
const BECOMES_ASCII = /[\u0130\u212a]/

/** Whether all parsers read a name alike: `spelled` by the user, `ascii` as it is requested. */
export function isPlainName(spelled: string, ascii: string): boolean {
  const labels = ascii.split('.')
  const spellings = spelled.split('.')
  if (ascii.length > MAX_NAME_LENGTH || spellings.length !== labels.length || BECOMES_ASCII.test(spelled)) return false
  if (!labels.every((label, at) => LABEL.test(label) && isPlainLabel(label, spellings[at]))) return false
  return (
    isInternational(readTopLevel(ascii)) ||
    !labels.some((label) => isInternational(label) && isLookAlike(domainToUnicode(label)))
  )
}

/** Case and composition may differ; compatibility characters (ﬁ, ①, ．) and invisible ones may not replace others. */
function isPlainLabel(ascii: string, spelled = ''): boolean {
  const lower = spelled.toLowerCase()
  if (!isInternational(ascii)) return lower === ascii
  // domainToUnicode returns the same text if the label decodes to something that IDNA forbids.
  const unicode = domainToUnicode(ascii)
  return unicode !== ascii && isOneScript(unicode) && (lower === ascii || lower.normalize('NFC') === unicode)
}

const isInternational = (label: string): boolean => label.startsWith('xn--')

// On the public suffix list, yet not of the public web: https://www.rfc-editor.org/rfc/rfc7686 and rfc3172.
const NOT_THE_WEB = new Set(['onion', 'arpa'])

/** Whether the name ends in a suffix under which the public registers names; the others are internal or reserved. */
export function isPublicName(name: string): boolean {
  if (!name.includes('.') || NOT_THE_WEB.has(readTopLevel(name))) return false
  return parse(name, { extractHostname: false, detectIp: false, validateHostname: false }).isIcann === true
}

const FOR_TESTS = new Set(['example', 'test', 'invalid'])

/** The reserved names that do no harm if they are looked up: https://www.rfc-editor.org/rfc/rfc6761 */
export function isReservedForTests(name: string): boolean {
  return name.includes('.') && FOR_TESTS.has(readTopLevel(name))
}

// https://www.rfc-editor.org/rfc/rfc6762#appendix-G, rfc6761, rfc7686, and what ICANN keeps for private use
const INTERNAL = new Set([
  'local',
  'localhost',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
])

/** Whether a name that is not public is meant for one network or machine. All other such names cannot be registered. */
export function isInternalName(name: string): boolean {
  const top = readTopLevel(name)
  return !name.includes('.') || INTERNAL.has(top) || NOT_THE_WEB.has(top)
}

const readTopLevel = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

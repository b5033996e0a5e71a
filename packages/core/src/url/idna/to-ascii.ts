import { type BidiScope, hasRightToLeft, meetsBidiRule } from './bidi-rule.ts'
import { isAscii } from './is-ascii.ts'
import { hasValidCodePoints, isAceLabel } from './label-validity.ts'
import { mapCodePoints } from './mapping.ts'
import { decodePunycode, encodePunycode } from './punycode.ts'

// An algorithm limit (https://infra.spec.whatwg.org/#algorithm-limits) and the one that Node's URL has, in UTF-8 bytes. Without it
// normalizing 100,000 combining marks takes seconds.
const MAX_DOMAIN_LENGTH = 16_384

/** A label as the caller gets it and as the validity criteria see it. */
type Label = { readonly ascii: string; readonly codePoints: readonly number[] }

/**
 * Unicode ToASCII with the URL standard's flags: CheckBidi and CheckJoiners are true, all others false.
 * https://www.unicode.org/reports/tr46/#ToASCII
 */
export function toAscii(domain: string, bidiScope: BidiScope): string | null {
  if (countUtf8Bytes(domain) > MAX_DOMAIN_LENGTH) return null
  const mapped = mapCodePoints(domain)
  if (mapped === null) return null
  const labels: Label[] = []
  for (const text of mapped.normalize('NFC').split('.')) {
    const label = readLabel(text)
    if (label === null) return null
    labels.push(label)
  }
  return labelsMeetBidiRule(labels, bidiScope) ? labels.map(({ ascii }) => ascii).join('.') : null
}

// https://www.unicode.org/reports/tr46/#ProcessingStepConvertValidate
function readLabel(text: string): Label | null {
  if (isAceLabel(text)) return readAceLabel(text)
  const codePoints = toCodePoints(text)
  if (isAscii(text)) return { ascii: text, codePoints }
  if (!hasValidCodePoints(codePoints)) return null
  const punycode = encodePunycode(codePoints)
  return punycode === null ? null : { ascii: `xn--${punycode}`, codePoints }
}

/** An xn-- label keeps its spelling: encoding its code points again would give the same text. */
function readAceLabel(ascii: string): Label | null {
  const codePoints = decodePunycode(ascii.slice(4))
  if (codePoints === null || !hasValidCodePoints(codePoints)) return null
  const text = joinCodePoints(codePoints)
  if (isAscii(text) || isAceLabel(text) || text.includes('.')) return null
  return text.normalize('NFC') === text ? { ascii, codePoints } : null
}

function labelsMeetBidiRule(labels: readonly Label[], scope: BidiScope): boolean {
  const rightToLeft = labels.filter(({ codePoints }) => hasRightToLeft(codePoints))
  const bound = scope === 'domain' && rightToLeft.length > 0 ? labels : rightToLeft
  return bound.every(({ codePoints }) => meetsBidiRule(codePoints))
}

const toCodePoints = (text: string): number[] => Array.from(text, (char) => char.codePointAt(0) ?? 0)

/** Each half of a surrogate pair counts two; a lone one counts too little, but it is disallowed anyway. */
function countUtf8Bytes(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit > 0x7f) length += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return length
}

/** Not one String.fromCodePoint call: its arguments live on the stack, which a long label would overflow. */
function joinCodePoints(codePoints: readonly number[]): string {
  let text = ''
  for (const codePoint of codePoints) text += String.fromCodePoint(codePoint)
  return text
}

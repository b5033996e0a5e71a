import { decodeMapping, Run } from './decode-tables.ts'
import { findRun } from './find-run.ts'

let decoded: ReturnType<typeof decodeMapping> | undefined

// Decoded at the first use, not at import: a program that meets only ASCII hosts never pays for it.
const getMapping = (): ReturnType<typeof decodeMapping> => (decoded ??= decodeMapping())

/**
 * The domain with each code point mapped, or null if one is disallowed. Stopping there is not in the standard's steps, but a
 * disallowed code point is still in its label when that is validated, so the domain fails either way.
 * https://www.unicode.org/reports/tr46/#ProcessingStepMap
 */
export function mapCodePoints(domain: string): string | null {
  let mapped = ''
  for (const char of domain) {
    const text = mapOne(char, char.codePointAt(0) ?? 0)
    if (text === null) return null
    mapped += text
  }
  return mapped
}

function mapOne(char: string, codePoint: number): string | null {
  if (codePoint < 0x80) return char.toLowerCase()
  const { starts, kinds, values, texts } = getMapping()
  const run = findRun(starts, codePoint)
  const start = starts[run] ?? 0
  const value = values[run] ?? 0
  switch (kinds[run]) {
    case Run.VALID:
      return char
    case Run.IGNORED:
      return ''
    case Run.SHIFT:
      return String.fromCodePoint(codePoint + value)
    case Run.PAIRS:
      return isCapitalOfPair(codePoint, start) ? String.fromCodePoint(codePoint + 1) : char
    case Run.TEXTS:
      return texts[value + codePoint - start] ?? null
    default:
      return null
  }
}

/** True where mapping would leave the code point as it is. */
export function isValidCodePoint(codePoint: number): boolean {
  if (codePoint < 0x80) return codePoint < 0x41 || codePoint > 0x5a
  const { starts, kinds } = getMapping()
  const run = findRun(starts, codePoint)
  const kind = kinds[run]
  return kind === Run.VALID || (kind === Run.PAIRS && !isCapitalOfPair(codePoint, starts[run] ?? 0))
}

const isCapitalOfPair = (codePoint: number, start: number): boolean => (codePoint - start) % 2 === 0

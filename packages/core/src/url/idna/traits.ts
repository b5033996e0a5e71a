import { decodeTraits } from './decode-tables.ts'
import { findRun } from './find-run.ts'

/**
 * The groups of Bidi_Class values that the Bidi rule tells apart: L; R and AL; AN; EN; NSM; ES, CS, ET, ON and BN; all others.
 * The numbers are those of scripts/make-idna-tables.mjs, as are the bits below.
 */
export const Bidi = {
  LEFT_TO_RIGHT: 0,
  RIGHT_TO_LEFT: 1,
  ARABIC_NUMBER: 2,
  EUROPEAN_NUMBER: 3,
  NONSPACING: 4,
  NEUTRAL: 5,
  OTHER: 6,
} as const

let decoded: ReturnType<typeof decodeTraits> | undefined

/** The traits of a valid code point as bits; of any other code point, whatever its neighbours have. */
export function findTraits(codePoint: number): number {
  const { starts, traits } = (decoded ??= decodeTraits())
  return traits[findRun(starts, codePoint)] ?? 0
}

export const readBidiGroup = (traits: number): number => traits & 0b111
/** Joining_Type is Left_Joining or Dual_Joining. */
export const joinsForward = (traits: number): boolean => (traits & (1 << 3)) !== 0
/** Joining_Type is Right_Joining or Dual_Joining. */
export const joinsBackward = (traits: number): boolean => (traits & (1 << 4)) !== 0
/** Joining_Type is Transparent. */
export const isTransparent = (traits: number): boolean => (traits & (1 << 5)) !== 0
/** General_Category is Mark. */
export const isMark = (traits: number): boolean => (traits & (1 << 6)) !== 0
/** Canonical_Combining_Class is Virama. */
export const isVirama = (traits: number): boolean => (traits & (1 << 7)) !== 0

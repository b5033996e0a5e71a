import { Buffer } from 'node:buffer'
import { tryNormalize, type Policy } from '@canonist/core'
import type { CanonicalUrl, RawUrl } from '@canonist/core/internal/text/stages'
import type { PageNormalizer } from '../canonical-url.ts'
import type { InvalidLine } from './line.ts'

/** Normalizes a line; null if the registry rejects it. */
export function normalizeLine(rawUrl: RawUrl, normalize: PageNormalizer): CanonicalUrl | null {
  // Many programs would read a NUL as the end of the text.
  return rawUrl.includes('\0') ? null : normalize(rawUrl)
}

/** Explains why the registry rejects a line for which `normalizeLine` returned null. */
export function explainRejection(line: string, policy: Policy): InvalidLine {
  const raw = Buffer.from(line)
  const outcome = tryNormalize(line, policy)
  if (!outcome.ok) return { raw, code: outcome.code, message: outcome.message }
  return { raw, code: 'line/nul-byte', message: 'The line contains a NUL byte. Remove it.' }
}

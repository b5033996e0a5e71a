import { Buffer } from 'node:buffer'
import { tryNormalize, type Policy } from '@canonist/core'
import type { CanonicalUrl, RawUrl } from '../../text/stages.ts'
import type { PageNormalizer } from '../canonical-url.ts'
import type { InvalidLine } from './line.ts'

/** The canonical URL of a line; null where the registry rejects the line. */
export function normalizeLine(rawUrl: RawUrl, normalize: PageNormalizer): CanonicalUrl | null {
  // A NUL would end the text for many programs that read it.
  return rawUrl.includes('\0') ? null : normalize(rawUrl)
}

/** Why the registry rejects a line for which `normalizeLine` has no URL. */
export function explainRejection(line: string, policy: Policy): InvalidLine {
  const raw = Buffer.from(line)
  const outcome = tryNormalize(line, policy)
  if (!outcome.ok) return { raw, code: outcome.code, message: outcome.message }
  return { raw, code: 'line/nul-byte', message: 'The line contains a NUL byte. Remove it.' }
}

import type { Observation } from '@canonist/client'

/** How the text of a page differed from the check before. */
export interface TextChange {
  readonly at: string
  /** The kind of change, as link health judged it; null where it did not. */
  readonly drift: string | null
  readonly words: { readonly before: number; readonly after: number }
  /** Dates, deadlines and amounts that are gone, and new ones. */
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

interface Fingerprint {
  readonly words: number
  readonly hash: string
  readonly figures: readonly string[]
}

/** The changes of the text, the newest first. Only a fingerprint of each text is stored, with its dates and amounts in full. */
export function listTextChanges(looks: readonly Observation[]): TextChange[] {
  const changes: TextChange[] = []
  let before: Fingerprint | null = null
  for (const { at, drift, fingerprint } of looks) {
    const after = readFingerprint(fingerprint)
    if (after === null) continue
    if (before !== null && before.hash !== after.hash) changes.push(describeChange(at, drift, before, after))
    before = after
  }
  return changes.toReversed()
}

function describeChange(at: string, drift: unknown, before: Fingerprint, after: Fingerprint): TextChange {
  const [old, now] = [new Set(before.figures), new Set(after.figures)]
  return {
    at,
    drift: typeof drift === 'string' ? drift : null,
    words: { before: before.words, after: after.words },
    removed: before.figures.filter((figure) => !now.has(figure)),
    added: after.figures.filter((figure) => !old.has(figure)),
  }
}

/** The service does not promise the fields of a fingerprint, so a server of another version may have others. */
function readFingerprint(value: unknown): Fingerprint | null {
  if (typeof value !== 'object' || value === null) return null
  const { words, hash, figures } = value as Partial<Record<keyof Fingerprint, unknown>>
  if (typeof words !== 'number' || typeof hash !== 'string' || !Array.isArray(figures)) return null
  return { words, hash, figures: figures.filter((figure) => typeof figure === 'string') }
}

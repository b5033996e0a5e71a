import { countTrials, type Collision, type Trial } from '../trial/trial.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MIN_SHARE, ODD_BY } = THRESHOLDS.contentTrust

interface Seen {
  agree: number
  odd: number
}

/**
 * Decides which contents are reliable. The real content of a page appears at several of its URLs. An accident of fetching, such
 * as a truncated response or a common error page, agrees with none of them.
 */
export class ContentTrust {
  readonly #seen = new Map<number, Seen>()

  record(trials: readonly Trial[]): void {
    for (const { collisions } of trials.filter(isLikely)) for (const each of collisions) this.#recordCollision(each)
  }

  #recordCollision({ forms }: Collision): void {
    const counts = new Map<number, number>()
    for (const { label } of forms) if (label !== -1) counts.set(label, (counts.get(label) ?? 0) + 1)
    for (const [label, count] of counts) {
      const seen = this.#seen.get(label) ?? { agree: 0, odd: 0 }
      this.#seen.set(label, seen)
      if (count > 1) seen.agree += count
      else if (counts.size > 1) seen.odd += 1
    }
  }

  /** Whether a content appeared at two URLs of one page, and not by chance. */
  isTrusted(label: number): boolean {
    const { agree, odd } = this.#seen.get(label) ?? { agree: 0, odd: 0 }
    return agree > 0 && agree * ODD_BY >= odd
  }

  /** Returns the collision without the contents that may be accidents. */
  discountAccidents(collision: Collision): Collision {
    const { forms, trials, agreeing } = collision
    if (agreeing === trials) return collision
    const counts = new Map<number, number>()
    for (const { label } of forms) if (this.isTrusted(label)) counts.set(label, (counts.get(label) ?? 0) + 1)
    let [known, pairs] = [0, 0]
    for (const count of counts.values()) {
      known += count
      pairs += count * (count - 1)
    }
    return {
      ...collision,
      agreeing: counts.size < 2 ? trials : Math.max(agreeing, (trials * pairs) / (known * (known - 1))),
    }
  }

  /** Counts collisions of two or more trusted contents, each set of contents once. */
  countContradictions(collisions: readonly Collision[]): number {
    const met = new Set<string>()
    for (const { forms, agreeing, trials } of collisions) {
      if (agreeing === trials) continue
      const labels = new Set(forms.map(({ label }) => label).filter((label) => this.isTrusted(label)))
      if (labels.size > 1) met.add([...labels].toSorted((a, b) => a - b).join())
    }
    return met.size
  }
}

function isLikely({ collisions }: Trial): boolean {
  const { trials, agreeing } = countTrials(collisions)
  return agreeing >= MIN_SHARE * trials
}

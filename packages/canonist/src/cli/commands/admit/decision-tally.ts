import type { AdmissionDecision } from '@canonist/server/internal/app/admit/admissions'
import { plural } from '@canonist/core/internal/text/plural'

const WORDS: Readonly<Record<AdmissionDecision, string>> = {
  accept: 'accepted',
  review: 'to review',
  reject: 'rejected',
  pending: 'pending',
}

/** Counts URLs by decision. */
export class DecisionTally {
  readonly #counts = new Map<AdmissionDecision, number>()

  count(decision: AdmissionDecision): void {
    this.#counts.set(decision, (this.#counts.get(decision) ?? 0) + 1)
  }

  summarize(): string {
    const total = [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
    const parts = Object.entries(WORDS).flatMap(([decision, word]) => {
      const count = this.#counts.get(decision as AdmissionDecision)
      return count === undefined ? [] : [`${count.toLocaleString('en')} ${word}`]
    })
    return `canonist: ${[plural(total, 'URL'), ...parts].join(', ')}`
  }
}

import type { Admission, AdmissionDecision } from '@canonist/server/internal/admit/admissions'
import { plural } from '@canonist/core/internal/text/plural'
import type { AdmittedUrl } from '@canonist/server/internal/admit/admissions'

type Verdict = Pick<Admission, 'decision' | 'canonical' | 'reason'>

/** Counts what recording a run changes. */
export class RecordTally {
  readonly #changes = { new: 0, changed: 0, none: 0 }
  #outweighed = 0

  /** Returns a message if a dry run would change the recorded decision. */
  count({ admission, recorded }: AdmittedUrl): string | null {
    if (recorded === null) return null
    if ('isCurrent' in recorded) {
      if (!recorded.isCurrent) this.#outweighed += 1
      return null
    }
    const { change, before } = recorded
    this.#changes[change] += 1
    if (change !== 'changed' || before === null) return null
    return `canonist: ${admission.original}: ${formatVerdict(before)} would become ${formatVerdict(admission)}`
  }

  /** Null if there is nothing to report. */
  summarize({ dryRun }: { readonly dryRun: boolean }): string | null {
    if (dryRun) return this.#foreseen()
    return this.#outweighed === 0
      ? null
      : `canonist: ${plural(this.#outweighed, 'URL')} gave no proof this time, so the earlier decisions stay active`
  }

  #foreseen(): string {
    const { new: added, changed, none } = this.#changes
    const [fresh, changes, same] = [added, changed, none].map((count) => count.toLocaleString('en'))
    return `canonist: nothing was recorded; ${fresh} would be new, ${changes} would change, ${same} would stay`
  }
}

const formatVerdict = ({ decision, canonical, reason }: Verdict): string =>
  `${decision} ${canonical ?? reason ?? ''}`.trimEnd()

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

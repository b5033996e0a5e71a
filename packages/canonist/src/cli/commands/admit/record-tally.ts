import type { Admission } from '../../../app/admit/admissions.ts'
import type { AdmittedUrl } from '../../../app/admit/admit-urls.ts'

type Verdict = Pick<Admission, 'decision' | 'canonical' | 'reason'>

/** What recording a run changed, or would change. */
export class RecordTally {
  readonly #changes = { new: 0, changed: 0, none: 0 }
  #outweighed = 0

  /** A line for people where something would change. */
  count({ admission, recorded }: AdmittedUrl): string | null {
    if (recorded === null) return null
    if ('isInForce' in recorded) {
      if (!recorded.isInForce) this.#outweighed += 1
      return null
    }
    const { change, before } = recorded
    this.#changes[change] += 1
    if (change !== 'changed' || before === null) return null
    return `canonist: ${admission.original}: ${formatVerdict(before)} would become ${formatVerdict(admission)}`
  }

  /** Null where there is nothing to tell. */
  summarize({ dryRun }: { readonly dryRun: boolean }): string | null {
    if (dryRun) return this.#foreseen()
    return this.#outweighed === 0
      ? null
      : `canonist: ${this.#outweighed} proved nothing this time and were recorded beside what was found before, which stays in force`
  }

  #foreseen(): string {
    const { new: added, changed, none } = this.#changes
    const [fresh, changes, same] = [added, changed, none].map((count) => count.toLocaleString('en'))
    return `canonist: nothing was recorded; ${fresh} would be new, ${changes} would change, ${same} would stay`
  }
}

const formatVerdict = ({ decision, canonical, reason }: Verdict): string =>
  `${decision} ${canonical ?? reason ?? ''}`.trimEnd()

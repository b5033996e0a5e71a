import type { Admission } from '../../../admit/admission.ts'
import type { AdmissionChange } from '../../../registry/admissions/admitted.ts'

type Verdict = Pick<Admission, 'decision' | 'canonical' | 'reason'>

/** What recording a run would change. */
export class ChangeTally {
  readonly #counts = { new: 0, changed: 0, none: 0 }

  /** A line for people where something would change. */
  count(admission: Admission, { change, before }: AdmissionChange): string | null {
    this.#counts[change] += 1
    if (change !== 'changed' || before === null) return null
    return `canonist: ${admission.original}: ${verdict(before)} would become ${verdict(admission)}`
  }

  summary(): string {
    const { new: added, changed, none } = this.#counts
    const [news, changes, same] = [added, changed, none].map((count) => count.toLocaleString('en'))
    return `canonist: nothing was recorded; ${news} would be new, ${changes} would change, ${same} would stay`
  }
}

const verdict = ({ decision, canonical, reason }: Verdict): string =>
  `${decision} ${canonical ?? reason ?? ''}`.trimEnd()

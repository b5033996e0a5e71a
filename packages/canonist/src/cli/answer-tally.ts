import type { DoneExitCode } from './context.ts'
import { RunError } from '../bulk/run-error.ts'
import { plural } from '../report/plural.ts'

/** How the URLs of a run that asks the network fared. */
export class AnswerTally {
  #good = 0
  #bad = 0
  #unreachable = 0

  /** `isUnreachable`: the network gave no answer at all, so nothing was learnt about the URL. */
  count(isGood: boolean, isUnreachable: boolean): void {
    if (isGood) this.#good += 1
    else this.#bad += 1
    if (isUnreachable) this.#unreachable += 1
  }

  summary(): string {
    return `canonist: ${plural(this.#good + this.#bad, 'URL')}, ${plural(this.#bad, 'failure')}`
  }

  /** Where nobody answered at all, the command could not do its work: most likely the network is down. */
  exitCode(): DoneExitCode {
    const total = this.#good + this.#bad
    const isMute = total > 0 && this.#unreachable === total
    if (isMute) throw new RunError('no server answered; check the URLs and the network', 3)
    return this.#bad === 0 ? 0 : 1
  }
}

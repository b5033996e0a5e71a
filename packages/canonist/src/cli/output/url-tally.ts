import type { DoneExitCode } from '../context.ts'
import { chooseExitCode, type RejectionFlags } from '../flags/rejections.ts'
import { RunError } from '../run-error.ts'
import { hideCredentials } from '@canonist/core/internal/text/hide-credentials'
import { plural } from '@canonist/core/internal/text/plural'

/** Why a URL has no result. */
export interface Failure {
  readonly code: string
  /** More than the code, such as a status. */
  readonly detail?: string | undefined
  /** Whether no server responded at all, so that nothing is known about the URL. */
  readonly isSilent: boolean
  /**
   * Why the input itself was rejected, so that no request was sent for it; null for any other failure. `--rejects` and
   * `--max-invalid` are about rejected inputs.
   */
  readonly rejection: string | null
}

interface Cause {
  count: number
  /** The first URL with this failure, and the detail. */
  readonly first: string
}

/**
 * Counts the results of a command that requests URLs, and describes them in one line at the end.
 *
 * Must never count a URL twice: it has a result, failed, was rejected, or was left when the command was interrupted.
 */
export class UrlTally {
  /** The number of URLs; null if unknown. */
  readonly total: number | null
  isInterrupted = false
  readonly #verb: string
  readonly #causes = new Map<string, Cause>()
  #good = 0
  #bad = 0
  #silent = 0
  #rejected = 0
  #left = 0

  /** @param verb what the command does with a URL, in the past tense */
  constructor(verb: string, total: number | null) {
    this.#verb = verb
    this.total = total
  }

  get done(): number {
    return this.#good + this.#bad
  }

  get failed(): number {
    return this.#bad
  }

  count(url: string, failure: Failure | null): void {
    if (failure === null) this.#good += 1
    else this.#bad += 1
    if (failure === null) return
    if (failure.isSilent) this.#silent += 1
    if (failure.rejection !== null) this.#rejected += 1
    const known = this.#causes.get(failure.code)
    if (known === undefined) this.#causes.set(failure.code, { count: 1, first: describeFirst(url, failure) })
    else known.count += 1
  }

  /** Counts a URL that was under way when the run was interrupted. */
  leave(): void {
    this.#left += 1
  }

  /** The counts, and the first URL of each cause. */
  summarize(): string {
    const counts = [
      `${plural(this.done, 'URL')}: ${this.#good.toLocaleString('en')} ${this.#verb}`,
      ...(this.#bad === 0 ? [] : [`${this.#bad.toLocaleString('en')} failed (${this.#countCauses()})`]),
    ]
    return `canonist: ${this.#interrupted()}${counts.join(', ')}${this.describeFirstFailures()}`
  }

  /** The first URL of each cause as a sentence; empty if nothing failed. */
  describeFirstFailures(): string {
    const firsts = [...this.#causes.values()].map(({ first }) => first)
    return firsts.length === 0 ? '' : `. First: ${firsts.join(', ')}`
  }

  /** How many URLs are left after an interruption; empty if there was none. */
  #interrupted(): string {
    if (!this.isInterrupted) return ''
    const left = this.total === null ? `at least ${this.#left}` : String(this.total - this.done)
    return `interrupted, ${left} left; `
  }

  #countCauses(): string {
    const causes = [...this.#causes].toSorted(([, a], [, b]) => b.count - a.count)
    return causes.map(([code, { count }]) => `${count.toLocaleString('en')} ${code}`).join(', ')
  }

  /** Throws if no server responded at all: most likely the network is down, so the command could not run. */
  chooseExitCode(flags: Pick<RejectionFlags, 'maxInvalid'>): DoneExitCode {
    const isMute = this.done > 0 && this.#silent === this.done
    if (isMute) throw new RunError('No server answered. Check the URLs and the network.', 3)
    return this.#bad > this.#rejected ? 1 : chooseExitCode(this.#rejected, flags)
  }
}

function describeFirst(url: string, { code, detail }: Failure): string {
  return `${hideCredentials(url.trim())} (${detail === undefined ? code : `${code} ${detail}`})`
}

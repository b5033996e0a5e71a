import type { Observation } from '@canonist/client'
import { formatDay, spellWord } from '../../ui/format.ts'

/** How a check ended. */
export type Grade = 'good' | 'doubtful' | 'bad'

export function gradeLook({ status, failure, missing, parked, replaced }: Observation): Grade {
  if (failure !== null || (status ?? 0) >= 400) return 'bad'
  return missing !== null || parked === true || replaced === true ? 'doubtful' : 'good'
}

const DAY_MS = 86_400_000

/**
 * The last failure in a few words, and when it was over; null if there was none.
 *
 * @param looks the oldest first
 * @example summarizeFailures(looks) // '503 on 12 Sep, back the same day'
 */
export function summarizeFailures(looks: readonly Observation[]): string | null {
  const last = looks.findLastIndex((look) => gradeLook(look) === 'bad')
  const failure = looks[last]
  if (failure === undefined) return null
  const what = failure.failure === null ? String(failure.status) : spellWord(failure.failure)
  const back = looks.slice(last + 1).find((look) => gradeLook(look) === 'good')
  if (back === undefined) {
    const lastGood = looks.findLastIndex((look, index) => index < last && gradeLook(look) === 'good')
    return `${what} since ${formatDay((looks[lastGood + 1] ?? failure).at)}`
  }
  const days = Math.round((Date.parse(back.at) - Date.parse(failure.at)) / DAY_MS)
  const when = days === 0 ? 'the same day' : days === 1 ? 'a day later' : `${days} days later`
  return `${what} on ${formatDay(failure.at)}, back ${when}`
}

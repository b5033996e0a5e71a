import type { Admission } from '../../../admit/admission.ts'
import { isSilence } from '../../../net/politeness/silence.ts'
import type { AdmitFlags } from './flags.ts'
import { useDesk, type AdmissionDesk } from './admission-desk.ts'
import { admissionStory } from '../../output/admission-story.ts'
import type { Failure } from '../../output/answer-tally.ts'
import { askUrls } from '../../ask-urls.ts'
import type { DoneExitCode } from '../../context.ts'
import { DecisionTally } from './decision-tally.ts'
import type { Environment } from '../../environment.ts'
import { isUrl } from '../../inputs.ts'
import { createPaint } from '../../output/paint.ts'
import { jsonText } from '../../../text/json-text.ts'
import { printData } from '../../output/print.ts'

export async function admitUrls(
  environment: Environment,
  flags: AdmitFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const code = await useDesk(environment, flags, (desk) => admitAll(environment, flags, args, desk))
  return code ?? environment.endInterrupted()
}

/** Null where it was interrupted. */
async function admitAll(
  environment: Environment,
  flags: AdmitFlags,
  args: readonly string[],
  desk: AdmissionDesk,
): Promise<DoneExitCode | null> {
  const { json, quiet } = flags
  const tellsStory = args.length > 0 && args.every(isUrl) && !quiet && !json
  const paint = createPaint(environment.hasColour)
  const decisions = new DecisionTally()
  const tally = await askUrls<Admission>(environment, { ...flags, maxRedirects: 0 }, args, {
    verb: 'accepted',
    ask: (url, fetcher) => desk.admit(url, fetcher),
    refuse: ({ input }) => desk.refuse(input),
    failureOf,
    async write(_, admission) {
      if (admission !== null) {
        decisions.count(admission.decision)
        // Before it is told: what was printed is in the registry.
        await desk.record(admission)
      }
      if (admission !== null && tellsStory) environment.tellLines(admissionStory(admission, paint))
      await printData(environment.sink, lineOf(admission, json))
    },
  })
  if (!tellsStory && !quiet) environment.tell(`${decisions.summary()}${tally.firstOfCauses()}`)
  if (tally.isInterrupted && !quiet) environment.tell(tally.summary())
  const changes = desk.summary()
  if (changes !== null && !quiet) environment.tell(changes)
  return tally.isInterrupted ? null : tally.exitCode()
}

/** Why a URL was not accepted: the reason of a rejection, how its request ended, or what a person must look at. */
function failureOf({ decision, reason, notes, flags }: Admission): Failure | null {
  if (decision === 'accept') return null
  const ending = notes.find((note) => note.startsWith('ended:'))?.replace('ended:', '')
  return { code: reason ?? ending ?? flags[0] ?? decision, isSilent: ending !== undefined && isSilence(ending) }
}

/** A line for each line: what is not let in gives an empty one. */
function lineOf(admission: Admission | null, isJson: boolean): string {
  if (isJson) return admission === null ? '' : `${jsonText(admission)}\n`
  return `${admission?.canonical ?? ''}\n`
}

import type { Admission } from '../admit/admission.ts'
import { isSilence } from '../net/silence.ts'
import type { AdmitFlags } from './admit.ts'
import { useDesk, type AdmissionDesk } from './admission-desk.ts'
import { admissionStory } from './admission-story.ts'
import { askUrls } from './ask-urls.ts'
import type { DoneExitCode } from './context.ts'
import { DecisionTally } from './decision-tally.ts'
import type { Environment } from './environment.ts'
import { isUrl } from './inputs.ts'
import { createPaint } from './paint.ts'
import { jsonText } from '../report/json-text.ts'
import { printData } from './print.ts'

export function admitUrls(
  environment: Environment,
  flags: AdmitFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  return useDesk(environment, flags, (desk) => admitAll(environment, flags, args, desk))
}

async function admitAll(
  environment: Environment,
  flags: AdmitFlags,
  args: readonly string[],
  desk: AdmissionDesk,
): Promise<DoneExitCode> {
  const { json, quiet } = flags
  const tellsStory = args.length > 0 && args.every(isUrl) && !quiet && !json
  const paint = createPaint(environment.hasColour)
  const decisions = new DecisionTally()
  const tally = await askUrls<Admission>(environment, { ...flags, maxRedirects: 0 }, args, {
    ask: (url, fetcher) => desk.admit(url, fetcher),
    refuse: ({ input }) => desk.refuse(input),
    isGood: ({ decision }) => decision === 'accept',
    isUnreachable: ({ notes }) => notes.some((note) => isSilence(note.replace(/^ended:/, ''))),
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
  if (!tellsStory && !quiet) environment.tell(decisions.summary())
  const changes = desk.summary()
  if (changes !== null && !quiet) environment.tell(changes)
  return tally.exitCode()
}

/** A line for each line: what is not let in gives an empty one. */
function lineOf(admission: Admission | null, isJson: boolean): string {
  if (isJson) return admission === null ? '' : `${jsonText(admission)}\n`
  return `${admission?.canonical ?? ''}\n`
}

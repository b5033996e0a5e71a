import { PolicyError } from '@canonist/core'
import type { Admission } from '../admit/admission.ts'
import { createAdmitter, type Admitter } from '../admit/admit.ts'
import { createHostFacts } from '../admit/host-facts.ts'
import { isSilence } from '../net/silence.ts'
import type { Fetcher } from '../resolve/fetcher.ts'
import { RunError } from '../bulk/run-error.ts'
import type { AdmitFlags } from './admit.ts'
import { admissionStory } from './admission-story.ts'
import { askUrls } from './ask-urls.ts'
import type { DoneExitCode } from './context.ts'
import { DecisionTally } from './decision-tally.ts'
import type { Environment } from './environment.ts'
import { isUrl } from './inputs.ts'
import { loadPolicy } from './load-policy.ts'
import { createPaint } from './paint.ts'
import { print } from './print.ts'

export async function admitUrls(
  environment: Environment,
  flags: AdmitFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const { json, quiet } = flags
  const tellsStory = args.length > 0 && args.every(isUrl) && !quiet && !json
  const paint = createPaint(environment.hasColour)
  const desk = await openDesk(environment, flags)
  const decisions = new DecisionTally()
  const tally = await askUrls<Admission>(environment, { ...flags, maxRedirects: 0 }, args, {
    ask: (url, fetcher) => desk.admit(url, fetcher),
    refuse: ({ input }) => desk.refuse(input),
    isGood: ({ decision }) => decision === 'accept',
    isUnreachable: ({ notes }) => notes.some((note) => isSilence(note.replace(/^ended:/, ''))),
    async write(_, admission) {
      if (admission !== null) decisions.count(admission.decision)
      if (admission !== null && tellsStory) environment.tellLines(admissionStory(admission, paint))
      await print(environment.sink, lineOf(admission, json))
    },
  })
  if (!tellsStory && !quiet) environment.tell(decisions.summary())
  return tally.exitCode()
}

/** What is done with the lines of a run. */
interface Desk {
  admit(line: string, fetcher: Fetcher): Promise<Admission>
  refuse(shown: string): Admission
}

/** One policy and one memory for the whole run. */
async function openDesk(environment: Environment, flags: AdmitFlags): Promise<Desk> {
  const { policy } = await loadPolicy(flags.policy)
  const { offline, purpose } = flags
  const common = { policy: policy.spec, purpose, facts: createHostFacts(), now: () => new Date(environment.now()) }
  const unasked = checked(flags.policy, () => createAdmitter({ ...common, offline: true }))
  let asking: Admitter | undefined
  return {
    // Known only now: the fetcher is opened when the inputs have been.
    admit: (line, fetcher) => (offline ? unasked : (asking ??= createAdmitter({ ...common, fetcher }))).admit(line),
    refuse: (shown) => unasked.refuse(shown),
  }
}

/** A fault that only admission sees is told like any other of the file. */
function checked<T>(file: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof PolicyError) throw new RunError(`${file}: ${error.message}`, 2, error)
    throw error
  }
}

/** A line for each line: what is not let in gives an empty one. */
function lineOf(admission: Admission | null, isJson: boolean): string {
  if (isJson) return admission === null ? '' : `${JSON.stringify(admission)}\n`
  return `${admission?.canonical ?? ''}\n`
}

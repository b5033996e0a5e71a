import type { Policy } from '@canonist/core'
import {
  createAdmissions,
  createFoundPolicy,
  reviewPolicy,
  type Admission,
  type Admissions,
  type AdmissionsOptions,
  type ReviewedPolicy,
} from '@canonist/server/internal/admit/admissions'
import { describeReason } from '@canonist/web/internal/admit/words'
import { admitUrls, type AdmittedUrl } from '@canonist/server/internal/admit/admissions'
import { openSharedFetcher } from '@canonist/server/internal/fetching/open-shared-fetcher'
import { isSilence } from '@canonist/web/internal/net/politeness/silence'
import { RunError } from '../../run-error.ts'
import { formatJson } from '@canonist/core/internal/text/format-json'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { namePolicyFile } from '@canonist/server/internal/canonist/errors'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { isUrl } from '@canonist/core/internal/text/is-url'
import { loadPolicy } from '@canonist/server/internal/policies/load-policy'
import type { Failure } from '../../output/url-tally.ts'
import { createPaint } from '../../output/paint.ts'
import { printData } from '../../output/print.ts'
import { showDecision } from '../../output/show-decision.ts'
import { runUrlCommand, type UrlCommand } from '../../run-url-command.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { AdmitFlags } from './command.ts'
import { DecisionTally, RecordTally } from './tallies.ts'

export async function run(
  environment: Environment,
  flags: AdmitFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const { quiet, dryRun, db } = flags
  const { policy } = await loadPolicy(flags.policy)
  if (dryRun && db === undefined) throw new RunError('--dry-run shows what would change in a registry. Add --db.', 2)
  const describes = args.length > 0 && args.every(isUrl) && !quiet && !flags.json
  const [decisions, records] = [new DecisionTally(), new RecordTally()]
  const write = createWriter(environment, flags, { describes, decisions, records })
  const tally = await runUrlCommand<AdmittedUrl>(environment, { ...flags, maxRedirects: 0 }, args, (use) =>
    withAdmissions(environment, flags, policy, (admissions) => use(createCommand(flags, admissions, write))),
  )
  if (!describes && !quiet) environment.notify(`${decisions.summarize()}${tally.describeFirstFailures()}`)
  if (tally.isInterrupted && !quiet) environment.notify(tally.summarize())
  const changes = records.summarize(flags)
  if (changes !== null && !quiet) environment.notify(changes)
  return tally.isInterrupted ? environment.endInterrupted() : tally.chooseExitCode(flags)
}

/** Opens one policy and one store of host facts for the whole run: those of the registry, if the user named one. */
async function withAdmissions<T>(
  environment: Environment,
  flags: AdmitFlags,
  policy: Policy,
  use: (admissions: Admissions) => Promise<T>,
): Promise<T> {
  const { offline, dryRun, purpose, db } = flags
  const open = (policy: Policy, registry: AdmissionsOptions['registry']): Admissions =>
    namePolicyFile(flags.policy, () =>
      createAdmissions({ policy, registry, offline, dryRun, purpose, now: environment.now }),
    )
  if (db === undefined) return use(open(policy, null))
  const options = { policyIfNew: namePolicyFile(flags.policy, () => createFoundPolicy(policy)), readOnly: dryRun }
  return withCanonist(environment, flags, options, async (canonist) => {
    const registry = await canonist.registry()
    const reviewed = await reviewPolicy(registry, policy)
    if (!flags.quiet) reportOverridden(environment, reviewed)
    return use(open(reviewed.policy, registry))
  })
}

/** A decision may be older than the policy; its author should know about it. */
function reportOverridden({ notify }: Environment, { overridden }: ReviewedPolicy): void {
  for (const { site, param, policy, decision } of overridden) {
    const both = `the policy says ${policy}, but a reviewer decided ${decision}, which counts`
    notify(`canonist: ${toPrintable(param)} on ${toPrintable(site)}: ${both}. To change it, decide the review again.`)
  }
}

type Write = UrlCommand<AdmittedUrl>['write']

const createCommand = (flags: AdmitFlags, admissions: Admissions, write: Write): UrlCommand<AdmittedUrl> => ({
  verb: 'accepted',
  openFetcher: (options) => openSharedFetcher(flags.offline ? undefined : flags.db, options),
  results: (inputs, network) => admitUrls(inputs, admissions, network),
  findFailure: ({ admission }) => findFailure(admission),
  write,
})

interface Tallies {
  readonly describes: boolean
  readonly decisions: DecisionTally
  readonly records: RecordTally
}

function createWriter(environment: Environment, flags: AdmitFlags, { describes, decisions, records }: Tallies): Write {
  const paint = createPaint(environment.hasMessageColour)
  return async (_, admitted) => {
    if (admitted !== null) {
      decisions.count(admitted.admission.decision)
      const change = records.count(admitted)
      if (change !== null && !flags.quiet) environment.notify(change)
      if (describes) environment.notifyLines(showDecision(admitted.admission, paint))
    }
    await printData(environment.sink, formatLine(admitted?.admission ?? null, flags.json))
  }
}

/** Why a URL was not accepted: the reason for a rejection, how its request ended, or what needs a review. */
function findFailure({ decision, reason, notes, flags }: Admission): Failure | null {
  if (decision === 'accept') return null
  const ending = notes.find((note) => note.startsWith('ended:'))?.replace('ended:', '')
  const code = reason ?? ending ?? flags[0] ?? decision
  return {
    code,
    isSilent: ending !== undefined && isSilence(ending),
    rejection: decision === 'reject' && reason !== null ? describeReason(reason) : null,
  }
}

/** One line per input; empty if the URL was not accepted. */
function formatLine(admission: Admission | null, isJson: boolean): string {
  if (isJson) return admission === null ? '' : `${formatJson(admission)}\n`
  return `${admission?.canonical ?? ''}\n`
}

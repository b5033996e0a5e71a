import type { LearnedRule, LearnResult } from '@canonist/core/learn'
import type { LogReport } from '../../../crawl-logs/crawl-records.ts'
import { RunError } from '../../run-error.ts'
import { addRules } from '../../../learn/add-rule.ts'
import { ownerOfHost } from '../../../learn/owner-of-host.ts'
import { UrlSample } from '../../../learn/probe/url-sample.ts'
import { withExamples } from '../../../learn/policy-examples.ts'
import { proposeRules } from '../../../learn/propose-rules.ts'
import type { Raised } from '../../../registry/reviews/raise-reviews.ts'
import { publicRule } from '../../../learn/rule-evidence.ts'
import { columnLines } from './column-lines.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { learnFromLogs, learnFromRegistry, type Learned } from './learn-from.ts'
import type { LearnFlags } from './flags.ts'
import { learnStory } from './learn-story.ts'
import { plural } from '../../../text/plural.ts'
import { printJson } from '../../output/print.ts'
import { probeLearned } from './probe-learned.ts'
import { rejectionLine } from '../../output/rejections.ts'
import { useExistingRegistry } from '../../use-existing-registry.ts'
import { writeLearnReport } from './write-learn-report.ts'

export async function learnPolicy(
  environment: Environment,
  flags: LearnFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const sample = flags.probe ? new UrlSample(ownerOfHost) : null
  const { result, log } = await learnFrom(environment, flags, args, sample)
  const probed = sample === null ? null : await probeLearned(environment, flags, result, sample)
  const chosen = withPolicy(published(probed?.result ?? result), flags)
  // First what the run was for: a report or a registry that cannot be written must not cost it.
  await printJson(environment.sink, flags.json ? chosen : chosen.policy)
  if (flags.report !== undefined) await writeLearnReport(flags.report, chosen)
  if (flags.propose) await propose(environment, flags, inPolicy(chosen, flags))
  if (!flags.quiet) tell(environment, chosen, log)
  if (probed?.isMute === true) throw new RunError('no server answered, so no rule was probed; check the network', 3)
  return (log?.rejected ?? 0) + chosen.figures.invalid > 0 ? 1 : 0
}

function learnFrom(
  environment: Environment,
  flags: LearnFlags,
  args: readonly string[],
  sample: UrlSample | null,
): Promise<Learned> {
  const hasDb = flags.db !== undefined
  if (hasDb && args.length === 0) return learnFromRegistry(environment, flags, sample)
  if (hasDb && !flags.propose && !flags.quiet) {
    environment.tell('canonist: a log is named, so that --db is not read; --propose would ask a person there')
  }
  return learnFromLogs(environment, flags, args, sample)
}

/** From here on everything is shown to somebody. */
const published = (result: LearnResult): LearnResult => ({
  ...result,
  rules: result.rules.map(publicRule),
  doubtful: result.doubtful.map(publicRule),
})

/** The result with the policy that was asked for: with what is only likely, where that is wanted, and with examples. */
function withPolicy(result: LearnResult, flags: LearnFlags): LearnResult {
  const added = flags.minTier === 'probe' ? result.doubtful : []
  const policy = addRules(result.policy, added)
  return { ...result, policy: withExamples(policy, inPolicy(result, flags)) }
}

const inPolicy = ({ rules }: LearnResult, { minTier }: LearnFlags): LearnedRule[] =>
  rules.filter(({ tier }) => tier === 'apply' || tier === minTier)

async function propose(environment: Environment, flags: LearnFlags, rules: readonly LearnedRule[]): Promise<void> {
  const raised = await useExistingRegistry(environment, flags, {}, (registry) => proposeRules(registry, rules))
  if (!flags.quiet) environment.tell(proposalLine(raised))
}

function proposalLine(raised: readonly Raised[]): string {
  const count = (what: Raised): number => raised.filter((each) => each === what).length
  const [waiting, decided] = [count('waiting'), count('decided')]
  const parts = [
    `${plural(count('new'), 'rule')} put before a person`,
    ...(waiting === 0 ? [] : [`${waiting} waiting there already`]),
    ...(decided === 0 ? [] : [`${decided} decided before`]),
  ]
  return `canonist: ${parts.join(', ')}; canonist review list --kind learned_rule shows what is open`
}

function tell(environment: Environment, result: LearnResult, log: LogReport | null): void {
  for (const line of log === null ? [] : columnLines(log)) environment.tell(line)
  const refused = log === null ? null : rejectionLine(log)
  if (refused !== null) environment.tell(refused)
  const { invalid } = result.figures
  if (invalid > 0)
    environment.tell(`canonist: ${plural(invalid, 'record')} without a URL that can be normalized; left out`)
  environment.tellLines(learnStory(result, log))
}

import { learnRules, type LearnResult } from '@canonist/core/learn'
import { readCrawlLogs, type LogReport } from '../bulk/crawl-logs/crawl-records.ts'
import { RunError } from '../bulk/run-error.ts'
import { addRule } from '../learn/add-rule.ts'
import { ownerOfHost } from '../learn/owner-of-host.ts'
import { UrlSample } from '../learn/probe/url-sample.ts'
import { withExamples } from '../learn/policy-examples.ts'
import type { DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import { inputsOf, totalSize } from './inputs.ts'
import type { LearnFlags } from './learn.ts'
import { learnStory } from './learn-story.ts'
import { plural } from './plural.ts'
import { printJson } from './print.ts'
import { probeLearned } from './probe-learned.ts'
import { startProgress } from './progress.ts'
import { rejectionLine } from './rejections.ts'
import { writeLearnReport } from './write-learn-report.ts'

export async function learnPolicy(
  environment: Environment,
  flags: LearnFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const sample = flags.probe ? new UrlSample(ownerOfHost) : null
  const { result, log } = await learnFrom(environment, flags, args, sample)
  const probed = sample === null ? null : await probeLearned(environment, flags, result, sample)
  const chosen = withPolicy(probed?.result ?? result, flags)
  if (flags.report !== undefined) await writeLearnReport(flags.report, chosen)
  await printJson(environment.sink, flags.json ? chosen : chosen.policy)
  if (!flags.quiet) tell(environment, chosen, log)
  if (probed?.isMute === true) throw new RunError('no server answered, so no rule was probed; check the network', 3)
  return log.rejected + chosen.figures.invalid > 0 ? 1 : 0
}

interface Learned {
  readonly result: LearnResult
  readonly log: LogReport
}

async function learnFrom(
  environment: Environment,
  flags: LearnFlags,
  args: readonly string[],
  sample: UrlSample | null,
): Promise<Learned> {
  const inputs = await inputsOf(args, environment)
  const progress = await startProgress(environment, totalSize(inputs), flags.quiet)
  try {
    const { records, report } = readCrawlLogs(inputs, { ...flags, onProgress: progress.update })
    const { name, sorted } = flags
    const base = flags.extends === undefined ? {} : { extends: flags.extends }
    const result = await learnRules(sample?.noting(records) ?? records, {
      registrableDomain: ownerOfHost,
      name,
      sorted,
      ...base,
    })
    return { result, log: report() }
  } finally {
    progress.stop()
  }
}

/** The result with the policy that was asked for: with what is only likely, where that is wanted, and with examples. */
function withPolicy(result: LearnResult, { minTier }: LearnFlags): LearnResult {
  const added = minTier === 'probe' ? result.doubtful : []
  const policy = added.reduce((spec, rule) => addRule(spec, rule) ?? spec, result.policy)
  const proved = result.rules.filter(({ tier }) => tier === 'apply')
  return { ...result, policy: withExamples(policy, [...proved, ...added]) }
}

function tell(environment: Environment, result: LearnResult, log: LogReport): void {
  const refused = rejectionLine(log)
  if (refused !== null) environment.tell(refused)
  const { invalid } = result.figures
  if (invalid > 0)
    environment.tell(`canonist: ${plural(invalid, 'record')} without a URL that can be normalized; left out`)
  environment.tellLines(learnStory(result, log))
}

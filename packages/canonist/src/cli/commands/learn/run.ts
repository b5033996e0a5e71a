import type { LearnResult } from '@canonist/learn/internal/log/types'
import { setImmediate as takeTurn } from 'node:timers/promises'
import { openSharedFetcher } from '@canonist/server/internal/fetching/open-shared-fetcher'
import {
  learnFromLogs,
  learnFromRegistry,
  type Learned,
  type LearnSettings,
  type LogReport,
} from '@canonist/server/internal/learn/learn'
import { probeLearned, type ProbeOutcome } from '@canonist/server/internal/learn/probe-learned'
import { proposeLearned, publishLearned, type RaiseResult } from '@canonist/server/internal/learn/publish-learned'
import type { Canonist } from '@canonist/server/internal/canonist/open-canonist'
import { sumSizes } from '@canonist/lists/internal/io/input'
import { RunError } from '../../run-error.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { isUrl } from '@canonist/core/internal/text/is-url'
import { excerpt } from '@canonist/core/internal/text/printable'
import type { DoneExitCode } from '../../context.ts'
import { chooseExitCode } from '../../flags/rejections.ts'
import type { Environment } from '../../environment.ts'
import { readNetworkOptions } from '../../flags/network-options.ts'
import { openInputs } from '../../open-inputs.ts'
import { loadPolicy } from '@canonist/server/internal/policies/load-policy'
import { computeShare, startCountedProgress, startReading, type Reading } from '../../output/progress.ts'
import { printJson, print } from '../../output/print.ts'
import { describeRejections } from '../../output/describe-rejections.ts'
import { withRejects } from '../../output/rejects-file.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { LearnFlags } from './command.ts'
import { describeColumns, showLearned } from './show-learned.ts'
import { formatJson } from '@canonist/core/internal/text/format-json'
import { formatLearnReport } from '@canonist/learn/internal/rules/learn-markdown'
import { writeFileWhole } from '../../output/file-output.ts'

export async function run(
  environment: Environment,
  flags: LearnFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const learned = await learnFrom(environment, flags, args)
  const { log } = learned
  const probed = flags.probe ? await probe(environment, flags, learned) : null
  const chosen = publishLearned(probed?.result ?? learned.result, flags.minTier)
  // The policy first: if the report or the registry cannot be written, it must not be lost.
  const rejectedLines = log?.rejected ?? 0
  await printJson(environment.sink, flags.json ? { ...chosen, rejectedLines } : chosen.policy)
  if (flags.report !== undefined) await writeLearnReport(flags.report, chosen)
  if (flags.propose) await propose(environment, flags, chosen)
  if (!flags.quiet) reportLearned(environment, chosen, log)
  if (probed?.isNetworkSilent === true)
    throw new RunError('No server answered, so no rule was probed. Check the network.', 3)
  return chooseExitCode(rejectedLines + chosen.figures.invalid, flags)
}

async function learnFrom(environment: Environment, flags: LearnFlags, args: readonly string[]): Promise<Learned> {
  const hasDb = flags.db !== undefined
  if (hasDb && args.length === 0)
    return withCanonist(environment, flags, { readOnly: true }, (canonist) =>
      learnFromPages(environment, flags, canonist),
    )
  if (hasDb && !flags.propose && !flags.quiet) {
    environment.notify(
      'canonist: --db is not read, because you named a log. Pass --propose to put the rules into its review queue.',
    )
  }
  return learnFromFiles(environment, flags, args)
}

async function learnFromFiles(environment: Environment, flags: LearnFlags, args: readonly string[]): Promise<Learned> {
  const { inputFormat: format, base, sorted } = flags
  const inputs = await openInputs(args.map(rejectUrl), environment, { mayBeBinary: true, format })
  const progress = await startLearning(environment, flags, { unit: 'lines', size: sumSizes(inputs) })
  try {
    const settings = { ...(await readSettings(environment, flags)), onSite: progress.onSite }
    return await withRejects(environment, flags, inputs, (onRejected) =>
      learnFromLogs(inputs, { ...settings, format, base, sorted, onRejected, onProgress: progress.onRead }),
    )
  } finally {
    progress.stop()
  }
}

async function learnFromPages(environment: Environment, flags: LearnFlags, canonist: Canonist): Promise<Learned> {
  const progress = await startLearning(environment, flags, {
    unit: 'records',
    size: null,
    phase: 'reading the registry',
  })
  try {
    const settings = await readSettings(environment, flags)
    const onProgress = (records: number): void => progress.onRead(0, records)
    return await learnFromRegistry(canonist, { ...settings, onSite: progress.onSite, onProgress })
  } finally {
    progress.stop()
  }
}

interface LearningProgress {
  readonly onRead: (bytes: number, count: number) => void
  readonly onSite: (done: number, sites: number) => Promise<void>
  readonly stop: () => void
}

/** Shows how much is read, and then for how many sites rules were found. */
async function startLearning(
  environment: Environment,
  { quiet }: LearnFlags,
  { unit, size, phase }: { readonly unit: string; readonly size: number | null; readonly phase?: string },
): Promise<LearningProgress> {
  const count = phase === undefined ? 0 : null
  let reading: Reading = { phase, count, unit, total: null, share: size === null ? null : 0 }
  const line = await startReading(environment, quiet, () => reading, { beginsBusy: phase !== undefined })
  const show = (next: Reading): void => {
    reading = next
    line.changed()
  }
  return {
    onRead: (bytes, count) => show({ count, unit, total: null, share: computeShare(bytes, size) }),
    async onSite(done, sites) {
      show({ phase: 'finding rules', count: done, unit: 'sites', total: sites, share: done / sites })
      // Ctrl-C is noticed only in a turn of its own.
      await takeTurn()
    },
    stop: line.stop,
  }
}

/** Learning needs a log; a URL as an argument shows that the user expects it to be fetched. */
function rejectUrl(arg: string): string {
  if (!isUrl(arg)) return arg
  const instead = 'Name the file of a crawl log, or - for stdin. To learn from a registry, pass --db.'
  throw new RunError(`learn reads crawl logs, and ${excerpt(arg)} is a URL. ${instead}`, 2)
}

const DAY_MS = 86_400_000

const readSettings = async ({ now }: Environment, flags: LearnFlags): Promise<LearnSettings> => ({
  name: flags.name,
  extends: flags.extends,
  known: flags.known === undefined ? undefined : (await loadPolicy(flags.known)).policy,
  maxUrlsPerSite: flags.urlsPerSite,
  validDays: flags.validFor / DAY_MS,
  keepsSample: flags.probe,
  now,
})

async function probe(environment: Environment, flags: LearnFlags, learned: Learned): Promise<ProbeOutcome> {
  const { budget, maxRedirects, concurrency } = flags
  const fetcher = await openSharedFetcher(flags.db, await readNetworkOptions(flags))
  // Most sites need less than their budget, so the total is not known in advance.
  const progress = await startCountedProgress(environment, { total: null, unit: 'requests', isQuiet: flags.quiet })
  try {
    const onProgress = (requests: number): void => progress.update(requests)
    return await probeLearned(learned, { fetcher, budget, maxRedirects, concurrency, onProgress })
  } finally {
    progress.stop()
    await fetcher.close()
  }
}

async function propose(environment: Environment, flags: LearnFlags, result: LearnResult): Promise<void> {
  const raised = await withCanonist(environment, flags, { mustExist: true }, async (canonist) =>
    proposeLearned(await canonist.registry(), result, flags.minTier),
  )
  if (!flags.quiet) environment.notify(describeProposals(raised))
}

function describeProposals(raised: readonly RaiseResult[]): string {
  const count = (what: RaiseResult): number => raised.filter((each) => each === what).length
  const [waiting, decided] = [count('waiting'), count('decided')]
  const parts = [
    `${plural(count('new'), 'rule')} put into the review queue`,
    ...(waiting === 0 ? [] : [`${waiting} already there`]),
    ...(decided === 0 ? [] : [`${decided} already decided`]),
  ]
  return `canonist: ${parts.join(', ')}. See them with canonist review list --kind learned_rule.`
}

function reportLearned(environment: Environment, result: LearnResult, log: LogReport | null): void {
  for (const line of log === null ? [] : describeColumns(log)) environment.notify(line)
  const refused = log === null ? null : describeRejections(log)
  if (refused !== null) environment.notify(refused)
  const { invalid } = result.figures
  if (invalid > 0) environment.notify(`canonist: ${plural(invalid, 'record')} left out: the URL cannot be normalized`)
  environment.notifyLines(showLearned(result, log))
}

/** Writes the whole report: JSON if the name of the file ends in .json, else Markdown. */
async function writeLearnReport(file: string, result: LearnResult): Promise<void> {
  const text = file.endsWith('.json') ? `${formatJson(result, 2)}\n` : formatLearnReport(result)
  await writeFileWhole(file, (sink) => print(sink, text))
}

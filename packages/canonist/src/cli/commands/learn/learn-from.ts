import { totalSize } from '../../../io/input.ts'
import { policies, type Policy, type PolicyName } from '@canonist/core'
import {
  knownParamsOf,
  UnsortedLogError,
  type CrawlRecord,
  type LearnOptions,
  type LearnResult,
} from '@canonist/core/learn'
import { readCrawlLogs, type LogReport } from '../../../crawl-logs/crawl-records.ts'
import { RunError } from '../../run-error.ts'
import { healthRecords } from '../../../learn/health-records.ts'
import { learnRules } from '../../../learn/learn-rules.ts'
import { ownerOfHost } from '../../../learn/owner-of-host.ts'
import { excerpt } from '../../../text/printable.ts'
import type { UrlSample } from '../../../learn/probe/url-sample.ts'
import { registryRecords } from '../../../learn/registry-records.ts'
import type { Environment } from '../../environment.ts'
import { inputsOf } from '../../inputs.ts'
import { isUrl } from '../../../text/is-url.ts'
import type { LearnFlags } from './flags.ts'
import { loadPolicy } from '../../../app/policies/load-policy.ts'
import { startProgress } from '../../output/progress.ts'
import { useHealth } from '../../use-health.ts'
import { useRegistry } from '../../use-registry.ts'

export interface Learned {
  readonly result: LearnResult
  /** What the logs held; null where there were none. */
  readonly log: LogReport | null
}

export async function learnFromLogs(
  environment: Environment,
  flags: LearnFlags,
  args: readonly string[],
  sample: UrlSample | null,
): Promise<Learned> {
  const inputs = await inputsOf(args.map(fileArgument), environment)
  const progress = await startProgress(environment, totalSize(inputs), flags.quiet)
  try {
    const { records, report } = readCrawlLogs(inputs, { ...flags, onProgress: progress.update })
    const result = await learnNoting(records, sample, await optionsOf(environment, flags, 'rfc3986'))
    return { result, log: report() }
  } finally {
    progress.stop()
  }
}

/** A single URL teaches nothing: whoever names one expects it to be fetched. */
function fileArgument(arg: string): string {
  if (!isUrl(arg)) return arg
  const instead = 'name the file of a crawl log, or - for stdin; --db learns from what a registry has seen'
  throw new RunError(`learn reads crawl logs, and ${excerpt(arg)} is a URL: ${instead}`, 2)
}

/** What the policy in force merges need not be learned again. */
export function learnFromRegistry(
  environment: Environment,
  flags: LearnFlags,
  sample: UrlSample | null,
): Promise<Learned> {
  return useRegistry(environment, flags, { readOnly: true }, (registry) =>
    useHealth(environment, flags, { readOnly: true, policy: registry.policy }, async (health) => {
      const options = await optionsOf(environment, { ...flags, sorted: false }, builtInOf(registry.policy))
      const records = joined(registryRecords(registry), healthRecords(health))
      return { result: await learnNoting(records, sample, options), log: null }
    }),
  )
}

async function* joined<Item>(...parts: readonly AsyncIterable<Item>[]): AsyncGenerator<Item> {
  for (const part of parts) yield* part
}

/** The built-in policy that a policy is; one of somebody's own can only be extended as a file. */
function builtInOf({ fingerprint }: Policy): PolicyName {
  const names = Object.keys(policies) as PolicyName[]
  return names.find((name) => policies[name].fingerprint === fingerprint) ?? 'rfc3986'
}

const optionsOf = async (
  environment: Environment,
  { name, sorted, validDays, urlsPerSite, extends: own, known }: LearnFlags,
  base: PolicyName,
): Promise<LearnOptions> => ({
  registrableDomain: ownerOfHost,
  name,
  sorted,
  mostUrlsPerSite: urlsPerSite,
  extends: own ?? base,
  knownParams: known === undefined ? [] : knownParamsOf((await loadPolicy(known)).policy.spec, ownerOfHost),
  now: () => new Date(environment.now()),
  validDays,
})

const learnNoting = (
  records: AsyncIterable<CrawlRecord>,
  sample: UrlSample | null,
  options: LearnOptions,
): Promise<LearnResult> =>
  learnRules(sample?.noting(records) ?? records, options).catch((error: unknown) => {
    if (!(error instanceof UnsortedLogError)) throw error
    throw new RunError(`the lines of ${error.site} do not stand together; sort them by site, or leave out --sorted`, 2)
  })

import { policies, tryNormalize, type Policy, type PolicyName } from '@canonist/core'
import { listKnownParams } from '@canonist/learn/internal/propose/known-params'
import { UnsortedLogError } from '@canonist/learn/internal/log/unsorted-log-error'
import type { CrawlRecord, LearnOptions, LearnResult } from '@canonist/learn/internal/log/types'
import { readCrawlLogs, type LogOptions, type LogReport } from '@canonist/learn/internal/logs/crawl-records'
import type { Input } from '@canonist/lists/internal/io/input'
import { readRegistryRecords } from './registry-records.ts'
import { learnRules } from '@canonist/learn/internal/learn/learn-rules'
import { findOwner } from '@canonist/learn/internal/rules/find-owner'
import { UrlSample } from '@canonist/learn/internal/probe/url-sample'
import { AppError } from '../canonist/errors.ts'
import type { Canonist } from '../canonist/open-canonist.ts'
import { stopOnAbort } from '../canonist/run-options.ts'

export type { LogColumns, LogReport } from '@canonist/learn/internal/logs/crawl-records'

export interface LearnSettings extends Pick<LearnOptions, 'name' | 'maxUrlsPerSite' | 'validDays' | 'onSite'> {
  /** The built-in policy that it extends; what that merges is not learned again. */
  readonly extends?: PolicyName | undefined
  /** A policy whose parameters need less proof. */
  readonly known?: Policy | undefined
  /** Whether URLs are kept for `probeLearned`. */
  readonly keepsSample?: boolean | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface LearnFromLogsOptions
  extends LearnSettings, Omit<LogOptions, 'judgeUrl'>, Pick<LearnOptions, 'sorted'> {}

/** What was learned, and what it was learned from. */
export interface Learned {
  readonly result: LearnResult
  /** What the logs held; null where there were none. */
  readonly log: LogReport | null
  /** URLs of each site to try rules on; null where none were kept. */
  readonly sample: UrlSample | null
}

/**
 * Learns from crawl logs. Throws `app/unsorted-log` if the option `sorted` is set, but the lines of a site are not adjacent.
 *
 * @example
 * const { result } = await learnFromLogs([await openInputFile('crawl.jsonl')])
 * result.policy // a policy file
 */
export async function learnFromLogs(inputs: readonly Input[], options: LearnFromLogsOptions = {}): Promise<Learned> {
  const { format, base, onProgress, onRejected, ...settings } = options
  const { records, report } = readCrawlLogs(inputs, { ...options, judgeUrl: createUrlJudge(settings) })
  const learned = await learnFrom(records, settings, 'rfc3986')
  return { ...learned, log: report() }
}

/** Rejects the URLs that the learner leaves out: it normalizes by the same policy. */
function createUrlJudge({ extends: base = 'rfc3986' }: LearnSettings): NonNullable<LogOptions['judgeUrl']> {
  return (url) => {
    const outcome = tryNormalize(url, base)
    return outcome.ok ? null : { code: outcome.code, message: outcome.message }
  }
}

export interface LearnFromRegistryOptions extends LearnSettings {
  /** Called with the number of records so far. */
  readonly onProgress?: ((records: number) => void) | undefined
}

/** Learns from what a registry has seen. What its policy merges is not learned again. */
export async function learnFromRegistry(canonist: Canonist, options: LearnFromRegistryOptions = {}): Promise<Learned> {
  const { onProgress, ...settings } = options
  const records = countRecords(readRegistryRecords(canonist), onProgress)
  const learned = await learnFrom(records, settings, findBuiltIn(canonist.policy))
  return { ...learned, log: null }
}

async function* countRecords(
  records: AsyncIterable<CrawlRecord>,
  onProgress: LearnFromRegistryOptions['onProgress'],
): AsyncGenerator<CrawlRecord> {
  let count = 0
  for await (const record of records) {
    yield record
    onProgress?.((count += 1))
  }
}

/** The built-in policy that a policy is; any other can only be extended as a file. */
export function findBuiltIn({ fingerprint }: Policy): PolicyName {
  const names = Object.keys(policies) as PolicyName[]
  return names.find((name) => policies[name].fingerprint === fingerprint) ?? 'rfc3986'
}

async function learnFrom(
  records: AsyncIterable<CrawlRecord>,
  options: LearnSettings,
  base: PolicyName,
): Promise<Omit<Learned, 'log'>> {
  const sample = options.keepsSample === true ? new UrlSample(findOwner) : null
  const whole = stopOnAbort(records, options.signal)
  try {
    return { result: await learnRules(sample?.observe(whole) ?? whole, toLearnOptions(options, base)), sample }
  } catch (error) {
    if (error instanceof UnsortedLogError) throw new AppError('app/unsorted-log', { thing: error.site, cause: error })
    throw error
  }
}

function toLearnOptions(options: LearnSettings, base: PolicyName): LearnOptions {
  const { extends: own, known, keepsSample, now = Date.now, signal, ...plain } = options
  return {
    ...plain,
    registrableDomain: findOwner,
    extends: own ?? base,
    knownParams: known === undefined ? [] : listKnownParams(known.spec, findOwner),
    now: () => new Date(now()),
  }
}

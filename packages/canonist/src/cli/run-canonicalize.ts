import type { Rejected } from '../bulk/outcome.ts'
import { runTasks } from '../bulk/run-tasks.ts'
import { canonicalize } from '../canonicalize/canonicalize.ts'
import type { CanonicalizeOptions } from '../canonicalize/options.ts'
import type { CanonicalizeResult } from '../canonicalize/result.ts'
import { AnswerTally } from './answer-tally.ts'
import type { DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import type { CanonicalizeFlags } from './canonicalize.ts'
import { inputsOf, isUrl, totalSize } from './inputs.ts'
import { openFetcher, TASKS_AT_ONCE } from './open-fetcher.ts'
import { createPaint } from './paint.ts'
import { plural } from './plural.ts'
import { print } from './print.ts'
import { startProgress } from './progress.ts'
import { storyOf } from './story.ts'

export async function canonicalizeUrls(
  environment: Environment,
  flags: CanonicalizeFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const isList = args.length !== 1 || !args.every(isUrl)
  const inputs = await inputsOf(args, environment)
  const fetcher = await openFetcher(flags, isList)
  const progress = await startProgress(environment, totalSize(inputs), flags.quiet, 'urls')
  const tally = new AnswerTally()
  const tellsStory = args.length > 0 && args.every(isUrl) && !flags.quiet && !flags.json
  try {
    await runTasks(inputs, {
      most: TASKS_AT_ONCE,
      work: ({ text }) => judge(text, { ...optionsOf(flags), fetcher }),
      async write(_, result) {
        if (result !== null) tally.count(result.ok, isUnreachable(result))
        if (result !== null && tellsStory) environment.tellLines(storyOf(result, createPaint(environment.hasColour)))
        await print(environment.sink, lineOf(result, flags.json))
      },
      onProgress: progress.update,
    })
    progress.stop()
    if (!tellsStory && !flags.quiet) summarise(environment, tally)
    return tally.exitCode()
  } finally {
    progress.stop()
    await fetcher.close()
  }
}

/** Null for an empty line, which is none. */
async function judge(line: string | Rejected, options: CanonicalizeOptions): Promise<CanonicalizeResult | null> {
  if (line === '') return null
  if (typeof line === 'string') return canonicalize(line, options)
  const nothing = { requests: 0, hops: 0, warnings: [], attempts: [] }
  return { ok: false, error: 'invalid_url', message: line.message, inputUrl: line.input, ...nothing }
}

const UNANSWERED: ReadonlySet<string> = new Set(['network', 'timeout'])

const isUnreachable = (result: CanonicalizeResult): boolean => !result.ok && UNANSWERED.has(result.error)

/** A line for each line: what is no URL, or could not be found out, gives an empty one. */
function lineOf(result: CanonicalizeResult | null, isJson: boolean): string {
  if (isJson) return result === null ? '' : `${JSON.stringify(result)}\n`
  return result?.ok === true ? `${result.url}\n` : '\n'
}

function summarise(environment: Environment, { total, failed }: AnswerTally): void {
  environment.tell(`canonist: ${plural(total, 'URL')}, ${plural(failed, 'failure')}`)
}

function optionsOf(flags: CanonicalizeFlags): CanonicalizeOptions {
  return {
    expect: flags.expect,
    maxRequests: flags.maxRequests,
    maxRedirects: flags.maxRedirects,
    temporaryRedirects: flags.temporaryRedirects,
    stripAllQuery: flags.stripAllQuery,
    preferHttps: !flags.keepHttp,
    preferNoWww: !flags.keepWww,
  }
}

import { jsonText } from '../../../text/json-text.ts'
import type { Rejected } from '../../../io/outcome.ts'
import { canonicalize } from '../../../canonicalize/canonicalize.ts'
import type { CanonicalizeOptions } from '../../../canonicalize/options.ts'
import type { CanonicalizeResult } from '../../../canonicalize/result.ts'
import { NET_ERRORS, wordForCommand } from '../../../net/errors.ts'
import { isSilence } from '../../../net/politeness/silence.ts'
import type { Failure } from '../../output/answer-tally.ts'
import { askUrls } from '../../ask-urls.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { isUrl } from '../../inputs.ts'
import { networkFailure } from '../../output/network-failure.ts'
import { createPaint } from '../../output/paint.ts'
import { printData } from '../../output/print.ts'
import { storyOf } from './story.ts'
import type { NetworkFlags } from '../../flags/network.ts'

export interface CanonicalizeFlags extends NetworkFlags {
  readonly expect: 'any' | 'feed' | 'page'
  readonly maxRequests: number
  readonly temporaryRedirects: 'follow' | 'keep'
  readonly stripAllQuery: boolean
  readonly keepHttp: boolean
  readonly keepWww: boolean
  readonly json: boolean
  readonly quiet: boolean
}

export async function canonicalizeUrls(
  environment: Environment,
  flags: CanonicalizeFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const { json, quiet } = flags
  const tellsStory = args.length > 0 && args.every(isUrl) && !quiet && !json
  const paint = createPaint(environment.hasColour)
  const tally = await askUrls<CanonicalizeResult>(environment, flags, args, {
    verb: 'canonicalized',
    ask: async (url, fetcher) => inCommandWords(await canonicalize(url, { ...optionsOf(flags), fetcher })),
    refuse,
    failureOf: (result) => failureOf(result, flags),
    async write(_, result) {
      if (result !== null && tellsStory) environment.tellLines(storyOf(result, paint))
      await printData(environment.sink, lineOf(result, json))
    },
  })
  if (!quiet && (!tellsStory || tally.isInterrupted)) environment.tell(tally.summary())
  return tally.isInterrupted ? environment.endInterrupted() : tally.exitCode()
}

/** By the code of the network, where there is one: it says more than the error of the result. */
function failureOf(result: CanonicalizeResult, flags: CanonicalizeFlags): Failure | null {
  if (result.ok) return null
  const { attempts, error, status } = result
  const outcome = attempts.at(-1)?.outcome ?? error
  const failure = networkFailure(Object.hasOwn(NET_ERRORS, outcome) ? outcome : error, flags)
  const isSilent = attempts.length > 0 && attempts.every((attempt) => isSilence(attempt.outcome))
  return { ...failure, detail: status === undefined ? failure.detail : String(status), isSilent }
}

const inCommandWords = (result: CanonicalizeResult): CanonicalizeResult =>
  result.ok ? result : { ...result, message: wordForCommand(result.message) }

function refuse({ message, input }: Rejected): CanonicalizeResult {
  const nothing = { requests: 0, hops: 0, warnings: [], attempts: [] }
  return { ok: false, error: 'invalid_url', message, inputUrl: input, ...nothing }
}

/** A line for each line: what is no URL, or could not be found out, gives an empty one. */
function lineOf(result: CanonicalizeResult | null, isJson: boolean): string {
  if (isJson) return result === null ? '' : `${jsonText(result)}\n`
  return result?.ok === true ? `${result.url}\n` : '\n'
}

function optionsOf(flags: CanonicalizeFlags): CanonicalizeOptions {
  return {
    expect: flags.expect,
    maxRequests: flags.maxRequests,
    maxRedirects: flags.maxRedirects,
    maxBytes: flags.maxBytes,
    temporaryRedirects: flags.temporaryRedirects,
    stripAllQuery: flags.stripAllQuery,
    preferHttps: !flags.keepHttp,
    preferNoWww: !flags.keepWww,
  }
}

import {
  canonicalizeUrls,
  type CanonicalizeOptions,
  type CanonicalizeResult,
} from '@canonist/server/internal/fetching/canonicalize-urls'
import { isSilence } from '@canonist/web/internal/net/politeness/silence'
import { NET_ERRORS, rewordForCommand } from '@canonist/web/internal/net/errors'
import { formatJson } from '@canonist/core/internal/text/format-json'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { isUrl } from '@canonist/core/internal/text/is-url'
import type { Failure } from '../../output/url-tally.ts'
import { createNetworkFailure } from '../../output/create-network-failure.ts'
import { createPaint } from '../../output/paint.ts'
import { printData } from '../../output/print.ts'
import { runUrlCommand, type UrlCommand } from '../../run-url-command.ts'
import { describeAttempts } from './describe-attempts.ts'
import type { CanonicalizeFlags } from './command.ts'

export async function run(
  environment: Environment,
  flags: CanonicalizeFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const { json, quiet } = flags
  const describes = args.length > 0 && args.every(isUrl) && !quiet && !json
  const paint = createPaint(environment.hasMessageColour)
  const command: UrlCommand<CanonicalizeResult> = {
    verb: 'canonicalized',
    results: (inputs, network) => canonicalizeUrls(inputs, { ...readOptions(flags), ...network }),
    findFailure: (result) => findFailure(result, flags),
    async write(_, result) {
      const worded = result === null ? null : wordResult(result)
      if (worded !== null && describes) environment.notifyLines(describeAttempts(worded, paint))
      await printData(environment.sink, formatLine(worded, json))
    },
  }
  const tally = await runUrlCommand(environment, flags, args, (use) => use(command))
  if (!quiet && (!describes || tally.isInterrupted)) environment.notify(tally.summarize())
  return tally.isInterrupted ? environment.endInterrupted() : tally.chooseExitCode(flags)
}

/** Uses the network's code if there is one: it says more than the error of the result. */
function findFailure(result: CanonicalizeResult, flags: CanonicalizeFlags): Failure | null {
  if (result.ok) return null
  const { attempts, error, message, status } = result
  const outcome = attempts.at(-1)?.outcome ?? error
  const code = Object.hasOwn(NET_ERRORS, outcome) ? outcome : error
  const failure = createNetworkFailure({ code, message: rewordForCommand(message) }, flags)
  const isSilent = attempts.length > 0 && attempts.every((attempt) => isSilence(attempt.outcome))
  return { ...failure, detail: status === undefined ? failure.detail : String(status), isSilent }
}

const wordResult = (result: CanonicalizeResult): CanonicalizeResult =>
  result.ok ? result : { ...result, message: rewordForCommand(result.message) }

/** One line per input; empty if the URL is invalid or has no result. */
function formatLine(result: CanonicalizeResult | null, isJson: boolean): string {
  if (isJson) return result === null ? '' : `${formatJson(result)}\n`
  return result?.ok === true ? `${result.url}\n` : '\n'
}

function readOptions(
  flags: CanonicalizeFlags,
): Omit<CanonicalizeOptions, 'fetcher' | 'fetchFn' | 'dnsFn' | 'timeouts'> {
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

import { isRedirect } from '@canonist/web/internal/net/redirect-status'
import { rewordForCommand } from '@canonist/web/internal/net/errors'
import { resolveUrls, type Resolved } from '@canonist/server/internal/fetching/resolve-urls'
import { formatJson } from '@canonist/core/internal/text/format-json'
import { toPrintable } from '@canonist/core/internal/text/printable'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { createNetworkFailure } from '../../output/create-network-failure.ts'
import { createPaint, type Paint } from '../../output/paint.ts'
import { print } from '../../output/print.ts'
import { isList, runUrlCommand, type UrlCommand } from '../../run-url-command.ts'
import type { ResolveFlags } from './command.ts'

export async function run(
  environment: Environment,
  flags: ResolveFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const paint = createPaint(environment.hasColour)
  const { maxRedirects, maxBytes } = flags
  const command: UrlCommand<Resolved> = {
    verb: 'resolved',
    results: (inputs, network) => resolveUrls(inputs, { ...network, maxRedirects, maxBytes }),
    findFailure(result) {
      if (result.ok) return null
      const failure = createNetworkFailure(wordFailure(result), flags)
      const isAtStart = result.hops.length === 0
      return {
        ...failure,
        isSilent: failure.isSilent && isAtStart,
        rejection: isAtStart ? failure.rejection : null,
      }
    },
    async write(input, result) {
      if (result === null) return
      const worded = wordResult(result)
      const shown = flags.json ? `${formatJson({ inputUrl: input, ...worded })}\n` : showResult(input, worded, paint)
      await print(environment.sink, shown)
    },
  }
  const tally = await runUrlCommand(environment, flags, args, (use) => use(command))
  if (!flags.quiet && (isList(args) || tally.isInterrupted)) environment.notify(tally.summarize())
  return tally.isInterrupted ? environment.endInterrupted() : tally.chooseExitCode(flags)
}

const wordResult = (result: Resolved): Resolved => (result.ok ? result : wordFailure(result))

const wordFailure = <Failed extends { readonly message: string }>(failed: Failed): Failed => ({
  ...failed,
  message: rewordForCommand(failed.message),
})

function showResult(input: string, result: Resolved, paint: Paint): string {
  const hops = result.hops.map(
    ({ status, to, ms }) => `${paint('yellow', String(status))}  ${toPrintable(to)}  ${paint('dim', `${ms} ms`)}`,
  )
  const lines = [toPrintable(input), ...[...hops, ...listEnd(result, paint)].map((line) => `  ${line}`)]
  return `${lines.join('\n')}\n`
}

function listEnd(result: Resolved, paint: Paint): string[] {
  if (!result.ok) return [`${paint('red', result.code)}  ${toPrintable(result.message)}`]
  const { status, url, metaRefresh } = result
  const end = `${paint(status < 400 ? 'green' : 'red', String(status))}  ${paint('bold', toPrintable(url))}`
  // A redirect with a target would have been followed.
  const isLost = isRedirect(status) ? `  ${paint('yellow', 'names no target')}` : ''
  if (metaRefresh === undefined) return [end + isLost]
  const target = toPrintable(metaRefresh.url ?? 'an invalid URL')
  const note = `the page forwards to ${target} after ${metaRefresh.seconds} s (meta refresh, not followed)`
  return [end + isLost, `${paint('yellow', 'note')} ${note}`]
}

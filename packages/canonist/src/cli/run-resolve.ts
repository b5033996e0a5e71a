import { jsonText } from '../report/json-text.ts'
import { hideCredentials, netFailure, wordForCommand } from '../net/errors.ts'
import { isSilence } from '../net/silence.ts'
import type { FollowResult, Hop } from '../resolve/follow.ts'
import { askUrls } from './ask-urls.ts'
import type { DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import { isUrl } from './inputs.ts'
import { createPaint, type Paint } from './paint.ts'
import { print } from './print.ts'
import { printable } from '../report/printable.ts'
import type { ResolveFlags } from './resolve.ts'
import { table } from './table.ts'

export async function resolveUrls(
  environment: Environment,
  flags: ResolveFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const paint = createPaint(environment.hasColour)
  const tally = await askUrls<FollowResult>(environment, flags, args, {
    // Only the way is of interest, not what lies at its end.
    ask: (url, fetcher) => fetcher.follow(url, { maxRedirects: flags.maxRedirects, allowPort: 'any', overflow: 'cut' }),
    refuse: ({ input }) => ({ ...netFailure('invalid_url', input), hops: [] }),
    isGood: ({ ok }) => ok,
    isUnreachable,
    async write(input, result) {
      if (result === null) return
      const shown = flags.json
        ? `${jsonText({ inputUrl: input, ...withoutBody(result) })}\n`
        : page(input, result, paint)
      await print(environment.sink, shown)
    },
  })
  const isList = args.length !== 1 || !args.every(isUrl)
  if (isList && !flags.quiet) environment.tell(tally.summary())
  return tally.exitCode()
}

const isUnreachable = (result: FollowResult): boolean =>
  !result.ok && result.hops.length === 0 && isSilence(result.code)

/** The result of `follow`, but for the document itself. */
function withoutBody(result: FollowResult): object {
  if (!result.ok) return { ...result, message: wordForCommand(result.message) }
  const { body, ms, ...rest } = result
  return { ...rest, ms: Math.round(ms), bodyBytes: body.length }
}

function page(input: string, result: FollowResult, paint: Paint): string {
  const rows = result.hops.map(({ status, to, ms }: Hop) => [
    paint('yellow', String(status)),
    printable(to),
    paint('dim', `${ms} ms`),
  ])
  const end = result.ok
    ? [paint(result.status < 400 ? 'green' : 'red', String(result.status)), paint('bold', printable(result.url))]
    : [paint('red', result.code), printable(wordForCommand(result.message))]
  return `${printable(hideCredentials(input))}\n${table([...rows, end])}`
}

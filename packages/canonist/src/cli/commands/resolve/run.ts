import { guessScheme } from '../../../canonicalize/feed-schemes.ts'
import { readDocument, type RawDocument } from '../../../extract/document.ts'
import { netFailure, wordForCommand } from '../../../net/errors.ts'
import { isRedirect } from '../../../net/redirect-status.ts'
import { isSilence } from '../../../net/politeness/silence.ts'
import { jsonText } from '../../../text/json-text.ts'
import { printable } from '../../../text/printable.ts'
import type { Fetcher } from '../../../resolve/fetcher.ts'
import type { Followed, FollowFailure, FollowOptions } from '../../../resolve/follow.ts'
import { askUrls, isList } from '../../ask-urls.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { networkFailure } from '../../output/network-failure.ts'
import { createPaint, type Paint } from '../../output/paint.ts'
import { print } from '../../output/print.ts'
import type { NetworkFlags } from '../../flags/network.ts'

export interface ResolveFlags extends NetworkFlags {
  readonly json: boolean
  readonly quiet: boolean
}

/** The result of `follow` without the document, which a long list could not keep. */
type Resolved = Arrived | FollowFailure

interface Arrived extends Omit<Followed, 'body'> {
  readonly bodyBytes: number
  /** Where the page sends its reader by itself, and after how many seconds; only where it does. */
  readonly metaRefresh?: { readonly seconds: number; readonly url: string | null }
}

export async function resolveUrls(
  environment: Environment,
  flags: ResolveFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const paint = createPaint(environment.hasColour)
  const tally = await askUrls<Resolved>(environment, flags, args, {
    verb: 'resolved',
    ask: (line, fetcher) => resolveLine(line, fetcher, flags),
    refuse: ({ input }) => ({ ...netFailure('invalid_url', input), hops: [] }),
    failureOf(result) {
      if (result.ok) return null
      const failure = networkFailure(result.code, flags)
      return { ...failure, isSilent: failure.isSilent && result.hops.length === 0 }
    },
    async write(input, result) {
      if (result === null) return
      const shown = flags.json ? `${jsonText({ inputUrl: input, ...result })}\n` : page(input, result, paint)
      await print(environment.sink, shown)
    },
  })
  if (!flags.quiet && (isList(args) || tally.isInterrupted)) environment.tell(tally.summary())
  return tally.isInterrupted ? environment.endInterrupted() : tally.exitCode()
}

/** A bare host is asked over https, and over http where nothing answers. */
async function resolveLine(line: string, fetcher: Fetcher, flags: ResolveFlags): Promise<Resolved> {
  const text = line.trim()
  const { text: url, isGuessed } = guessScheme(text) ?? { text, isGuessed: false }
  const first = await resolveUrl(url, fetcher, flags)
  if (first.ok || !isGuessed || !isSilence(first.code) || first.hops.length > 0) return first
  const second = await resolveUrl(url.replace('https:', 'http:'), fetcher, flags)
  return second.ok || !isSilence(second.code) ? second : first
}

async function resolveUrl(url: string, fetcher: Fetcher, { maxRedirects, maxBytes }: ResolveFlags): Promise<Resolved> {
  const options: FollowOptions = { maxRedirects, maxBytes, allowPort: 'any', overflow: 'cut' }
  const result = await fetcher.follow(url, options)
  if (!result.ok) return { ...result, message: wordForCommand(result.message) }
  const { body, ms, ...rest } = result
  return { ...rest, ms: Math.round(ms), bodyBytes: body.length, ...refreshOf(result) }
}

/** A refresh is part of the head. */
const HEAD_BYTES = 262_144

function refreshOf({ url, headers, body }: RawDocument): Pick<Arrived, 'metaRefresh'> {
  const isCut = body.length > HEAD_BYTES
  const document = readDocument({ url, headers, body: body.subarray(0, HEAD_BYTES), isCut })
  if (document.kind !== 'page' || document.metaRefresh === null) return {}
  const { seconds, to } = document.metaRefresh
  return to === null ? {} : { metaRefresh: { seconds, url: to.url } }
}

function page(input: string, result: Resolved, paint: Paint): string {
  const hops = result.hops.map(
    ({ status, to, ms }) => `${paint('yellow', String(status))}  ${printable(to)}  ${paint('dim', `${ms} ms`)}`,
  )
  const lines = [printable(input), ...[...hops, ...endOf(result, paint)].map((line) => `  ${line}`)]
  return `${lines.join('\n')}\n`
}

function endOf(result: Resolved, paint: Paint): string[] {
  if (!result.ok) return [`${paint('red', result.code)}  ${printable(result.message)}`]
  const { status, url, metaRefresh } = result
  const end = `${paint(status < 400 ? 'green' : 'red', String(status))}  ${paint('bold', printable(url))}`
  // With a target it would have been followed.
  const isLost = isRedirect(status) ? `  ${paint('yellow', 'names no target')}` : ''
  if (metaRefresh === undefined) return [end + isLost]
  const target = printable(metaRefresh.url ?? 'an invalid URL')
  const note = `the page forwards to ${target} after ${metaRefresh.seconds} s (meta refresh, not followed)`
  return [end + isLost, `${paint('yellow', 'note')} ${note}`]
}

import { listQueuedUrlsFrom } from '@canonist/server/internal/frontier/queue'
import type { FrontierUrl } from '@canonist/crawl/internal/frontier/stream-urls'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { createPaint, type Colour, type Paint } from '../../output/paint.ts'
import { print, printJsonLine } from '../../output/print.ts'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { withCanonist } from '../../with-canonist.ts'
import type { FrontierListFlags } from './command.ts'

/** As wide as the longest state, and as nearly all reasons. */
const WIDTHS = { state: 'excluded'.length, reason: 'redirect_out_of_scope'.length }

const COLOURS: Partial<Record<FrontierUrl['state'], Colour>> = {
  leased: 'cyan',
  fetched: 'green',
  retry: 'yellow',
  dead: 'red',
  excluded: 'dim',
}

export async function run(environment: Environment, flags: FrontierListFlags): Promise<DoneExitCode> {
  const { state, reason, reasonClass, host, limit, after, json } = flags
  const paint = createPaint(environment.hasColour)
  return withCanonist(environment, flags, { readOnly: true }, async (canonist): Promise<DoneExitCode> => {
    const filter = { state, reason, reasonClass, host }
    const isPart = limit !== undefined || after !== undefined
    let count = 0
    for await (const url of isPart
      ? listQueuedUrlsFrom(canonist, filter, { limit, after })
      : (await canonist.frontier()).streamUrls(filter)) {
      count += 1
      await (json ? printJsonLine(environment.sink, url) : print(environment.sink, formatLine(url, paint)))
    }
    if (count === 0) environment.notify(describeNone(flags))
    return 0
  })
}

function describeNone({ state, reason, reasonClass, host, after }: FrontierListFlags): string {
  if (after !== undefined) return `canonist: No URLs follow id ${toPrintable(after)}`
  const isFiltered = [state, reason, reasonClass, host].some((condition) => condition !== undefined)
  return isFiltered
    ? 'canonist: No queued URL matches'
    : 'canonist: The queue is empty. Add URLs with canonist frontier add'
}

function formatLine({ state, reason, url }: FrontierUrl, paint: Paint): string {
  const colour = COLOURS[state]
  const first = state.padEnd(WIDTHS.state)
  const shown = colour === undefined ? first : paint(colour, first)
  return `${shown}  ${toPrintable(reason ?? '').padEnd(WIDTHS.reason)}  ${toPrintable(url)}\n`
}

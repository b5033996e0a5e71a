import { NET_ERRORS, netFailure } from '../net/errors.ts'
import { runTasks } from '../bulk/run-tasks.ts'
import type { Rejected } from '../bulk/outcome.ts'
import type { Fetcher } from '../resolve/fetcher.ts'
import type { FollowResult, Hop } from '../resolve/follow.ts'
import { AnswerTally } from './answer-tally.ts'
import type { DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import type { ResolveFlags } from './resolve.ts'
import { inputsOf, isUrl, totalSize } from './inputs.ts'
import { openFetcher, TASKS_AT_ONCE } from './open-fetcher.ts'
import { createPaint, type Paint } from './paint.ts'
import { print } from './print.ts'
import { printable } from './printable.ts'
import { startProgress } from './progress.ts'
import { table } from './table.ts'

export async function resolveUrls(
  environment: Environment,
  flags: ResolveFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const isList = args.length !== 1 || !args.every(isUrl)
  const inputs = await inputsOf(args, environment)
  const fetcher = await openFetcher(flags, isList)
  const progress = await startProgress(environment, totalSize(inputs), flags.quiet, 'urls')
  const paint = createPaint(environment.hasColour)
  const tally = new AnswerTally()
  try {
    await runTasks(inputs, {
      most: TASKS_AT_ONCE,
      work: ({ text }) => resolveLine(text, fetcher, flags.maxRedirects),
      async write({ text }, result) {
        if (result === null) return
        tally.count(result.ok, !result.ok && isUnreachable(result))
        const input = typeof text === 'string' ? text : text.input
        await print(
          environment.sink,
          flags.json ? `${JSON.stringify(withoutBody(result))}\n` : page(input, result, paint),
        )
      },
      onProgress: progress.update,
    })
    progress.stop()
    return tally.exitCode()
  } finally {
    progress.stop()
    await fetcher.close()
  }
}

/** Null for an empty line. */
async function resolveLine(
  line: string | Rejected,
  fetcher: Fetcher,
  maxRedirects: number,
): Promise<FollowResult | null> {
  if (line === '') return null
  if (typeof line !== 'string') return { ...netFailure('invalid_url', line.input), hops: [] }
  // Only the way is of interest, not what lies at its end.
  return fetcher.follow(line, { maxRedirects, allowPort: 'any', overflow: 'cut' })
}

function isUnreachable({ code, hops }: Extract<FollowResult, { ok: false }>): boolean {
  const group = NET_ERRORS[code].class
  return hops.length === 0 && (group === 'network' || group === 'timeout')
}

/** The result of `follow`, but for the document itself. */
function withoutBody(result: FollowResult): object {
  if (!result.ok) return result
  const { body, ...rest } = result
  return { ...rest, bodyBytes: body.length }
}

function page(input: string, result: FollowResult, paint: Paint): string {
  const rows = result.hops.map(({ status, to, ms }: Hop) => [
    paint('yellow', String(status)),
    printable(to),
    paint('dim', `${ms} ms`),
  ])
  const end = result.ok
    ? [paint(result.status < 400 ? 'green' : 'red', String(result.status)), paint('bold', printable(result.url))]
    : [paint('red', result.code), printable(result.message)]
  return `${printable(input)}\n${table([...rows, end])}`
}

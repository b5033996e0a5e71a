import { z } from 'zod'
import { createTextInput, type Input } from '@canonist/lists/internal/io/input'
import { canonicalizeUrls, type CanonicalizeResult } from '../../fetching/canonicalize-urls.ts'
import { openPoliteFetcher } from '../../fetching/open-fetcher.ts'
import { countUrls } from '../../fetching/run-urls.ts'
import { requireOneOf } from '../../operations/relations.ts'
import { concurrency, defineKind, uploadId, type RunContext } from '../kind.ts'
import { skipLines } from '../skip-lines.ts'
import { addItems, readLastLine, type RunItem } from '../sql/run-lines.ts'
import { withUpload } from '../uploads.ts'

/** Databases cannot store these characters: another URL would be requested in place of the given one. */
const storableUrl = z.string().refine((url) => url.isWellFormed() && !url.includes('\0'), {
  message: 'It has a NUL character or half of a surrogate pair. Remove it.',
})

const settings = {
  expect: z.enum(['any', 'feed', 'page']).optional(),
  maxRequests: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .describe('Maximum number of requests for each URL after the first one (default: 3)'),
  concurrency,
}

type Settings = { readonly [Name in keyof typeof settings]?: z.output<(typeof settings)[Name]> }

/** Each result is an item of the run, under the number of its line; a resumed run skips the lines that have one. */
export const canonicalizeRun = defineKind({
  kind: 'canonicalize',
  fetches: true,
  unit: 'URLs',
  options: requireOneOf(
    z.strictObject({
      urls: z.array(storableUrl).min(1).max(10_000).optional(),
      upload: uploadId.optional(),
      ...settings,
    }),
    ['urls', 'upload'],
    'Give either urls or an upload.',
  ),
  async run(context, { urls, upload, ...options }) {
    const { database } = context.app.context
    if (urls !== undefined)
      return canonicalizeList(context, createTextInput('urls', urls.map(toLine).join('\n')), options)
    return withUpload(database, upload ?? 0, context.signal, (input) => canonicalizeList(context, input, options))
  },
})

/** One URL a line: a line break within one would shift all that follow. */
const toLine = (url: string): string => url.replaceAll(/[\r\n]/g, ' ')

const ITEMS_AT_ONCE = 50

async function canonicalizeList(context: RunContext, input: Input, options: Settings): Promise<object> {
  const { app, runId, network, signal, report } = context
  const { database } = app.context
  const known = await readLastLine(database, runId)
  const total = await countUrls([input])
  const hosts = await app.hosts()
  const fetcher = openPoliteFetcher({ ...network, concurrency: options.concurrency }, hosts.polite)
  const waiting: RunItem[] = []
  const flush = async (): Promise<void> => {
    const items = [...waiting]
    await database.transaction((transaction) => addItems(transaction, runId, items))
    waiting.splice(0, items.length)
  }
  let line = known
  try {
    for await (const each of canonicalizeUrls([skipLines(input, known)], { ...options, fetcher, signal })) {
      if (each.state === 'left') break
      line += 1
      if (each.state === 'done') waiting.push({ line, item: each.result satisfies CanonicalizeResult })
      if (waiting.length >= ITEMS_AT_ONCE) await flush()
      report(line, total)
    }
  } finally {
    await fetcher.close()
    if (waiting.length > 0) await flush()
  }
  signal.throwIfAborted()
  return { lines: line }
}

import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { createTextInput, type Input } from '@canonist/lists/internal/io/input'
import type { ByteSource } from '@canonist/lists/internal/io/byte-source'
import { canonicalizeUrls, type CanonicalizeResult } from '../../fetching/canonicalize-urls.ts'
import { openPoliteFetcher } from '../../fetching/open-fetcher.ts'
import { countUrls } from '../../fetching/run-urls.ts'
import { requireOneOf } from '../../canonist/input-relations.ts'
import { concurrency, defineKind, uploadId, type RunContext } from '../kind.ts'
import { addItems, readLastLine, type RunItem } from '../run-lines.sql.ts'
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

const NEWLINE = 10

/** The same input without its first lines. */
function skipLines(input: Input, lines: number): Input {
  return { ...input, read: (use) => input.read((source) => use(createSkippingSource(source, lines))) }
}

function createSkippingSource(source: ByteSource, lines: number): ByteSource {
  let left = lines
  /** Bytes after the last skipped line that were read ahead. */
  let rest = Buffer.alloc(0)
  return {
    consumed: () => source.consumed(),
    async fill(target, at) {
      while (left > 0) {
        const chunk = Buffer.allocUnsafe(65_536)
        const count = await source.fill(chunk, 0)
        if (count === 0) return 0
        let start = 0
        for (; left > 0 && start < count; left -= 1) {
          const newline = chunk.subarray(0, count).indexOf(NEWLINE, start)
          if (newline < 0) break
          start = newline + 1
        }
        if (left === 0) rest = chunk.subarray(start, count)
      }
      if (rest.length === 0) return source.fill(target, at)
      const copied = rest.copy(target, at)
      rest = rest.subarray(copied)
      return copied
    },
  }
}

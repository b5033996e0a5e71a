import { z } from 'zod'
import { runCheck, selectPages } from '../../check/run-check.ts'
import { openPoliteFetcher } from '../../fetching/open-fetcher.ts'
import { concurrency, defineKind } from '../kind.ts'

export const checkRun = defineKind({
  kind: 'check',
  fetches: true,
  unit: 'pages',
  options: z.strictObject({
    all: z.boolean().optional().describe('Whether to check pages that are not due yet too (default: false)'),
    host: z.string().min(1).optional(),
    urls: z.array(z.string()).min(1).max(10_000).optional().describe('Only the pages of these URLs, due or not'),
    limit: z.int().min(1).optional().describe('Maximum number of pages'),
    headOnly: z
      .boolean()
      .optional()
      .describe('Whether to send HEAD requests only; this finds no soft 404 and no drift (default: false)'),
    concurrency,
  }),
  async run({ app, network, signal, report }, { limit, headOnly = false, concurrency: most, ...selection }) {
    const [health, hosts] = [await app.health(), await app.hosts()]
    const filter = await selectPages(health, selection)
    const fetcher = openPoliteFetcher(network, hosts.polite)
    let total: number | null = null
    try {
      const { isInterrupted, ...pass } = await runCheck(health, {
        fetcher,
        filter,
        limit,
        concurrency: most,
        readsContent: !headOnly,
        signal,
        onStart: (pages) => report(0, (total = pages)),
        onProgress: (done) => report(done, total),
      })
      if (isInterrupted) signal.throwIfAborted()
      return pass
    } finally {
      await fetcher.close()
    }
  },
})

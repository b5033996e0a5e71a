import { z } from 'zod'
import { runWorker } from '../../work/run-worker.ts'
import { concurrency, defineKind } from '../kind.ts'

export const workRun = defineKind({
  kind: 'work',
  fetches: true,
  unit: 'URLs',
  options: z.strictObject({
    drain: z
      .boolean()
      .optional()
      .describe('Whether the run ends when no URL is due, leased or waiting for a retry (default: true)'),
    concurrency,
    followRedirects: z.boolean().optional().describe('Whether to follow redirects (default: true)'),
    maxRedirects: z.int().min(0).max(50).optional(),
  }),
  async run({ app, network, signal, report, log }, { drain = true, ...options }) {
    let done = 0
    const work = await runWorker(app, {
      ...options,
      drain,
      network,
      signal,
      onProgress: () => report((done += 1)),
      onTrouble: (message) => log('warning', message ?? 'The database is back.'),
      onStrain: (message) => log('warning', message ?? 'This process fetches as many pages at once as before.'),
    })
    if (!work.isDrained) signal.throwIfAborted()
    return work
  },
})

import { z } from 'zod'
import { requeueSelected } from '../frontier/change-selected.ts'
import { defineOperation } from './operation.ts'
import { createSelection, nextPortion } from './schemas.ts'

export const requeueFrontierUrls = defineOperation({
  name: 'requeueFrontierUrls',
  method: 'POST',
  path: '/api/v1/frontier/requeue',
  summary: 'Make URLs of the queue due now, with all their attempts again.',
  role: 'write',
  effect: 'writes',
  input: createSelection({}),
  output: z.strictObject({ requeued: z.int().min(0), next: nextPortion }),
  errors: ['app/no-filter', 'list/bad-cursor', 'registry/bad-host', 'registry/bad-prefix'],
  examples: [
    { state: 'dead', host: 'example.com' },
    { state: 'dead', q: 'example.com/docs', limit: 1000 },
  ],
  async run(app, { limit, after, ...selection }, { signal }) {
    const { changed, next } = await requeueSelected(app, selection, { limit, after, signal })
    return { requeued: changed, ...(limit === undefined ? {} : { next }) }
  },
})

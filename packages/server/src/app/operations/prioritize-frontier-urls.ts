import { z } from 'zod'
import { prioritizeSelected } from '../frontier/change-selected.ts'
import { defineOperation } from './operation.ts'
import { createSelection, nextPortion, queuePriority } from './schemas.ts'

export const prioritizeFrontierUrls = defineOperation({
  name: 'prioritizeFrontierUrls',
  method: 'POST',
  path: '/api/v1/frontier/prioritize',
  summary: 'Change the priority of URLs in the queue; leased ones keep theirs.',
  role: 'write',
  effect: 'writes',
  input: createSelection({ priority: queuePriority }),
  output: z.strictObject({
    prioritized: z.int().min(0).describe('URLs that had another priority before'),
    next: nextPortion,
  }),
  errors: ['app/no-filter', 'list/bad-cursor', 'registry/bad-host', 'registry/bad-prefix'],
  examples: [{ host: 'example.com', priority: 'high' }],
  async run(app, { priority, limit, after, ...selection }, { signal }) {
    const { changed, next } = await prioritizeSelected(app, selection, priority, { limit, after, signal })
    return { prioritized: changed, ...(limit === undefined ? {} : { next }) }
  },
})

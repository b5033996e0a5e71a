import { z } from 'zod'
import { forgetSelected } from '../frontier/change-selected.ts'
import { defineOperation } from './operation.ts'
import { createSelection, nextPortion } from './schemas.ts'

export const forgetFrontierUrls = defineOperation({
  name: 'forgetFrontierUrls',
  method: 'POST',
  path: '/api/v1/frontier/forget',
  summary: 'Remove URLs from the queue; the registry keeps their pages.',
  role: 'write',
  effect: 'writes',
  input: createSelection({}),
  output: z.strictObject({ forgotten: z.int().min(0), next: nextPortion }),
  errors: ['app/no-filter', 'list/bad-cursor', 'registry/bad-host', 'registry/bad-prefix'],
  examples: [
    { state: 'dead', host: 'example.com' },
    { state: 'dead', q: 'example.com/docs', limit: 1000 },
  ],
  async run(app, { limit, after, ...selection }, { signal }) {
    const { changed, next } = await forgetSelected(app, selection, { limit, after, signal })
    return { forgotten: changed, ...(limit === undefined ? {} : { next }) }
  },
})

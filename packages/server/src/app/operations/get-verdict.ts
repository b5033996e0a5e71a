import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { verdict } from './list-verdicts.ts'
import { requirePage } from './require-page.ts'
import { id } from './schemas.ts'

export const getVerdict = defineOperation({
  name: 'getVerdict',
  method: 'GET',
  path: '/api/v1/pages/{id}/verdict',
  summary: 'Show the verdict of link health on a page, with its reasons and what to write instead.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ id }),
  output: z.strictObject({
    verdict: verdict.omit({ isTurnedAway: true }).nullable().describe('Null before the first check'),
  }),
  errors: ['app/not-found'],
  examples: [{ id: 1 }],
  async run(app, { id }) {
    for await (const verdict of (await app.health()).streamVerdicts({ pageIds: [id], isAll: true })) return { verdict }
    await requirePage(app, id)
    return { verdict: null }
  },
})

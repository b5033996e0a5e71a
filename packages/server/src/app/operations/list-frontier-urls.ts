import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { createFrontierFilter, frontierUrl, part, createPart } from './schemas.ts'

export const listFrontierUrls = defineOperation({
  name: 'listFrontierUrls',
  method: 'GET',
  path: '/api/v1/frontier/urls',
  summary: 'List the URLs of the queue.',
  role: 'read',
  effect: 'reads',
  input: createFrontierFilter(part),
  output: createPart(frontierUrl),
  errors: [...ALL_LIST_ERRORS, 'registry/bad-host', 'registry/bad-prefix'],
  examples: [
    {},
    { state: 'pending', limit: 1 },
    { state: 'dead', reason: 'not_found,gone' },
    { reasonClass: 'redirect' },
  ],
  run: async (app, { after, limit, ...filter }) => (await app.frontier()).listUrls(filter, { after, limit }),
})

import { z } from 'zod'
import { addShownLinkType } from '../find/shown-link-type.ts'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { allowOneOf } from './relations.ts'
import { createPart, healthVerdict, hostName, linkType, page, pageText, part, urlPrefix } from './schemas.ts'

export const listPages = defineOperation({
  name: 'listPages',
  method: 'GET',
  path: '/api/v1/pages',
  summary: 'List pages, all of them or those of a host, a prefix, a verdict or a link type.',
  role: 'read',
  effect: 'reads',
  input: allowOneOf(
    z.strictObject({
      host: hostName.optional(),
      prefix: urlPrefix.optional(),
      q: pageText
        .optional()
        .describe(
          'The beginning of a host, or a host and the beginning of a path. Use only one of `host`, `prefix` and `q`',
        ),
      verdict: healthVerdict.optional(),
      linkType: linkType.optional(),
      ...part,
    }),
    ['host', 'prefix', 'q'],
  ),
  output: createPart(page),
  errors: [...ALL_LIST_ERRORS, 'registry/bad-host', 'registry/bad-prefix'],
  examples: [{}, { host: 'example.com', limit: '10' }],
  async run(app, { after, limit, ...filter }) {
    const { items, next } = await (await app.registry()).listPages(filter, { after, limit })
    return { items: items.map(addShownLinkType), next }
  },
})

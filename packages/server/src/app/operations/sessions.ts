import { z } from 'zod'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import { AppError } from '../errors.ts'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { createPart, id, part } from './schemas.ts'

const time = z.string().describe('ISO 8601')

/** A token can have the name of another one, and a name can be that of no token any more. */
const token = z.string().min(1)

export const openSession = z.strictObject({
  id: z.int(),
  token: z.string().describe('The name of the token that was logged in with'),
  createdAt: time,
  expiresAt: time,
  isOwn: z.boolean().describe('Whether it is the session of the caller'),
})

export const listSessions = defineOperation({
  name: 'listSessions',
  method: 'GET',
  path: '/api/v1/sessions',
  summary: 'List the open sessions of the dashboard, the newest first.',
  role: 'admin',
  effect: 'reads',
  input: z.strictObject({ token: token.optional().describe('The name of a token'), ...part }),
  output: createPart(openSession),
  errors: ALL_LIST_ERRORS,
  examples: [{}, { token: 'ada' }],
  async run(_, { token: name, after, limit }, { sessions, session }) {
    const found = await sessions?.list({ token: name }, { after, limit })
    const items = (found?.items ?? []).map((each) => ({
      id: each.id,
      token: each.token,
      createdAt: isoTime(each.createdAt),
      expiresAt: isoTime(each.expiresAt),
      isOwn: each.id === session,
    }))
    return { items, next: found?.next ?? null }
  },
})

const ended = z.strictObject({ ended: z.int().describe('How many sessions were open until now') })

export const endSession = defineOperation({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/v1/sessions/{id}',
  summary: 'End a session: its cookie is no longer accepted.',
  role: 'admin',
  effect: 'writes',
  worksReadOnly: true,
  input: z.strictObject({ id }),
  output: ended,
  errors: ['app/not-found'],
  examples: [{ id: 1 }],
  async run(_, input, { sessions }) {
    if ((await sessions?.end(input.id)) !== true) throw new AppError('app/not-found', { thing: `session ${input.id}` })
    return { ended: 1 }
  },
})

export const endSessions = defineOperation({
  name: 'endSessions',
  method: 'DELETE',
  path: '/api/v1/sessions',
  summary: 'End all sessions of the tokens with a name.',
  role: 'admin',
  effect: 'writes',
  worksReadOnly: true,
  isRepeatable: true,
  input: z.strictObject({ token: token.describe('The name of the token') }),
  output: ended,
  examples: [{ token: 'ada' }],
  run: async (_, input, { sessions }) => ({ ended: (await sessions?.endAll(input.token))?.length ?? 0 }),
})

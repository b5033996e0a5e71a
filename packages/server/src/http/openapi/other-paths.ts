import { MESSAGE } from '../../mcp/check-message.ts'
import { PROBLEM_TYPE } from '../problem.ts'
import { JSON_TYPE } from '../read-body.ts'
import { uploadName } from '../run-routes.ts'
import { login } from '../session-routes.ts'
import { toJsonSchema } from './json-schema.ts'

interface Described {
  readonly id: string
  readonly summary: string
  readonly tag?: string
  readonly role?: string
  readonly effect?: string
  readonly parameters?: readonly object[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, object>>
}

const describeContent = (description: string, type: string, schema: object = { type: 'string' }): object => ({
  description,
  content: { [type]: { schema } },
})

const PROBLEM = describeContent('An error, with its code and its fix.', PROBLEM_TYPE, {
  $ref: '#/components/schemas/Problem',
})

/** Errors in a message of the protocol are reported in the form of the protocol. */
const MCP_PROBLEM = {
  description: 'An error, with its code and its fix, or an error of JSON-RPC.',
  content: {
    [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } },
    [JSON_TYPE]: { schema: { type: 'object' } },
  },
}

function describe({ id, summary, tag = 'service', role = 'none', effect = 'reads', ...rest }: Described): object {
  const { parameters = [], requestBody, responses } = rest
  return {
    operationId: id,
    summary,
    tags: [tag],
    'x-role': role,
    'x-effect': effect,
    parameters,
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: { default: PROBLEM, ...responses },
  }
}

/** The paths of the server besides operations: pages, and everything that is not JSON. */
export const OTHER_PATHS: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  '/api/v1/uploads': {
    post: describe({
      id: 'upload',
      summary: 'Upload a file for runs, which name it in `options.upload`.',
      tag: 'uploads',
      role: 'write',
      effect: 'writes',
      parameters: [
        { name: 'name', in: 'query', required: true, schema: toJsonSchema(uploadName), example: 'urls.txt' },
      ],
      requestBody: { required: true, content: { 'application/octet-stream': {} } },
      responses: {
        201: describeContent('Kept until its run is done.', JSON_TYPE, {
          type: 'object',
          required: ['id', 'name', 'bytes'],
          properties: { id: { type: 'integer' }, name: { type: 'string' }, bytes: { type: 'integer' } },
        }),
        507: PROBLEM,
      },
    }),
  },
  '/api/v1/events': {
    get: describe({
      id: 'listenToEvents',
      summary: 'Listen to the progress of runs, to counts and to new reviews.',
      tag: 'events',
      role: 'read',
      parameters: [
        {
          name: 'Last-Event-ID',
          in: 'header',
          required: false,
          description: 'Begin behind this event. A client that was away for too long gets `reset` first.',
          schema: { type: 'string' },
        },
      ],
      responses: { 200: describeContent('Server-sent events, until either side ends them.', 'text/event-stream') },
    }),
  },
  '/api/v1/session': {
    post: describe({
      id: 'login',
      summary: 'Exchange a token for a cookie, for browsers.',
      tag: 'session',
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: toJsonSchema(login) } } },
      responses: {
        200: describeContent(
          'The name and the role of the token; the cookie is HttpOnly and SameSite=Strict.',
          JSON_TYPE,
          {
            type: 'object',
            required: ['name', 'role'],
            properties: { name: { type: 'string' }, role: { enum: ['read', 'write', 'admin'] } },
          },
        ),
      },
    }),
    delete: describe({
      id: 'logout',
      summary: 'End the session of the cookie, and remove the cookie.',
      tag: 'session',
      responses: { 200: describeContent('An empty object', JSON_TYPE, { type: 'object' }) },
    }),
  },
  '/mcp': {
    post: describe({
      id: 'mcp',
      summary: 'Use the MCP tools: the Model Context Protocol over streamable HTTP.',
      tag: 'assistants',
      role: 'read',
      effect: 'fetches',
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: toJsonSchema(MESSAGE) } } },
      responses: {
        200: describeContent('A message of JSON-RPC', JSON_TYPE, { type: 'object' }),
        202: { description: 'Nothing: the message was not a request' },
        default: MCP_PROBLEM,
      },
    }),
  },
  '/healthz': {
    get: describe({
      id: 'getHealth',
      summary: 'Check that the process runs.',
      responses: { 200: describeContent('`ok`', 'text/plain') },
    }),
  },
  '/readyz': {
    get: describe({
      id: 'getReadiness',
      summary: 'Check that the database responds and has the schema of this version.',
      responses: { 200: describeContent('`ok`', 'text/plain') },
    }),
  },
  '/metrics': {
    get: describe({
      id: 'getMetrics',
      summary: 'Get metrics of the service, the queue and the registry.',
      role: 'read',
      responses: { 200: describeContent('The text format of Prometheus', 'text/plain') },
    }),
  },
  '/openapi.json': {
    get: describe({
      id: 'getDescription',
      summary: 'Get the OpenAPI document.',
      responses: { 200: describeContent('OpenAPI 3.1', JSON_TYPE, { type: 'object' }) },
    }),
  },
  '/docs': {
    get: describe({
      id: 'getDocs',
      summary: 'Browse the operations.',
      responses: { 200: describeContent('A page', 'text/html') },
    }),
  },
}

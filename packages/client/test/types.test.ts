import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PolicySpec } from '@canonist/core'
import type { z } from 'zod'
import type { Client, EventData, Page, Run } from '../src/index.ts'
import { OPERATIONS, type OperationName } from '@canonist/server/internal/operations/index'
import type { AllCounts } from '@canonist/server/internal/canonist/count-all'
import type { EventType, NewReview } from '@canonist/server/internal/events/events.sql'
import { REQUESTS } from '../src/requests.ts'

// The types of the client are generated, so these lines, which compile or do not, hold them against the schemas of the server.

type Operations = typeof OPERATIONS
type Takes<Name extends OperationName> = NonNullable<Parameters<Client[Name]>[0]>
type Gives<Name extends OperationName> = Awaited<ReturnType<Client[Name]>>

/** Every field of every member of a union. */
type FieldsOf<T> = T extends unknown ? keyof T : never
type AreSame<A, B> = [A, B] extends [B, A] ? true : false

/** True for each operation whose input the client takes, with no field more or less. */
type Inputs = {
  [Name in OperationName]: z.input<Operations[Name]['input']> extends Takes<Name>
    ? AreSame<FieldsOf<z.input<Operations[Name]['input']>>, FieldsOf<Takes<Name>>>
    : false
}
/** Operations without fields take an object in which there can be none. */
type WithFields = { [Name in OperationName]: string extends keyof Takes<Name> ? never : Name }[OperationName]
const inputs: Record<WithFields, true> = null as unknown as Pick<Inputs, WithFields>

/** True for each operation whose output is what the client promises. */
type Outputs = { [Name in OperationName]: z.input<Operations[Name]['output']> extends Gives<Name> ? true : false }
const outputs: Record<OperationName, true> = null as unknown as Outputs

const events: Record<EventType | 'reset', unknown> = null as unknown as EventData
const counts: EventData['counts'] = null as unknown as AllCounts
const review: Record<keyof EventData['review'], unknown> = null as unknown as NewReview

/** What programs write. */
const examples = (client: Client, spec: PolicySpec, stop: AbortSignal): unknown[] => [
  client.getStatus(),
  client.getStatus({}, { signal: stop }),
  client.normalize({ urls: [], policy: spec }),
  client.normalize({ urls: [], policy: 'links' }),
  client.normalize.stream(new Set(['a']), { policy: 'links' }),
  client.listPages.all({ host: 'example.com', limit: 500 }) satisfies AsyncIterable<Page>,
  client.startRun({ kind: 'work', options: { drain: true } }) satisfies Promise<Run>,
  client.canonicalize({ url: '' }).then((result) => (result.ok ? result.aliases : [])) satisfies Promise<
    readonly string[]
  >,
  // @ts-expect-error there is no such kind
  client.startRun({ kind: 'play' }),
  // @ts-expect-error a list of URLs is needed
  client.normalize(),
  // @ts-expect-error a stream of lines takes only the name of a policy
  client.normalize.stream([], { policy: spec }),
  // @ts-expect-error no such filter
  client.listPages({ color: 'red' }),
]

test('the client has a request for each operation of the table, with its method and path', () => {
  assert.deepEqual(
    Object.entries(REQUESTS).map(([name, { method, path }]) => [name, method, path]),
    Object.entries(OPERATIONS).map(([name, { method, path }]) => [name, method, path]),
  )
  // The compiler has looked at all of these.
  assert.equal([inputs, outputs, events, counts, review].every((each) => each === null) && examples.length, 3)
})

import assert from 'node:assert/strict'
import { policies } from '@canonist/core'
import { openPoliteFetcher, type NetworkOptions } from '@canonist/server/internal/fetching/open-fetcher'
import { openCanonist, type Canonist } from '@canonist/server/internal/canonist/open-canonist'
import type { OperationName } from '@canonist/server/internal/operations/index'
import type { Runner } from '@canonist/server/internal/runs/runner'
import { saveUpload } from '@canonist/server/internal/runs/uploads'
import { insertSession } from '@canonist/server/internal/sessions/sessions.sql'

/** A registry with a page, aliases, a rejected input, its review, and a queue. */
export async function openFilled(location = ':memory:'): Promise<Canonist> {
  const canonist = await openCanonist(location)
  await (await canonist.registry()).ingest(['https://example.com/?utm_source=x', 'https://example.com/', 'nonsense'])
  await (await canonist.frontier()).submit(['https://example.com/', 'https://example.com/tea'])
  return canonist
}

/** The registry that the examples of an operation work on: an empty one for `loadExamples`, else one that is filled. */
export const openFor = (name: OperationName | undefined, location = ':memory:'): Promise<Canonist> =>
  name === 'loadExamples' ? openCanonist(location) : openFilled(location)

/** What an operation is tried on. */
export interface Filled {
  readonly canonist: Canonist
  readonly network: NetworkOptions
  readonly runner: Runner
}

/** Uploads a list for a run to ingest. */
async function saveList({ canonist: { context } }: Filled): Promise<void> {
  const body = ReadableStream.from([Buffer.from('https://example.com/uploaded\n')])
  await saveUpload(context.database, { name: 'list.txt', by: 'ada', body, now: context.now })
}

/** Looks at every page once, so that there are verdicts. */
async function checkPages({ canonist, network }: Filled): Promise<void> {
  const fetcher = openPoliteFetcher({ ...network, hostDelayMs: 0 })
  const { checked } = await (await canonist.health()).check({ fetcher })
  assert.ok(checked > 0)
  await fetcher.close()
}

/** A learned rule for a person to decide: the second review. */
export async function raiseRule({ canonist }: Pick<Filled, 'canonist'>): Promise<void> {
  const detail = { sites: { 'example.com': { query: { strip: ['sid'] } } } }
  await (
    await canonist.registry()
  ).raiseReviews([{ kind: 'learned_rule', subject: 'example.com: strip sid', detail, count: 1 }])
}

async function decideFirst({ canonist }: Filled): Promise<void> {
  await (await canonist.registry()).decideReview(1, { verb: 'accept', by: 'bob', why: null })
}

/** The first rekey, which an undo takes back. */
async function moveKeys({ canonist }: Filled): Promise<void> {
  await (await canonist.registry()).rekey(policies.links)
}

/** The first run, which fails: there is no such upload. */
async function endRun({ runner }: Filled): Promise<void> {
  const { id } = await runner.start('ingest', { upload: 9 }, 'ada')
  await runner.waitFor(id)
}

/** The session that the example names: the ids of others are random. */
async function openSession({ canonist: { context } }: Filled): Promise<void> {
  const session = { id: 1, token: 'ada', proof: new Uint8Array(), createdAt: context.now(), expiresAt: 1e15 }
  await context.database.transaction((transaction) => insertSession(transaction, session))
}

/** What is done to the registry before an operation is tried. */
export const PREPARATIONS: Partial<Record<OperationName, (filled: Filled) => Promise<unknown>>> = {
  getPageHistory: checkPages,
  getHealthSummary: checkPages,
  getStatus: checkPages,
  listVerdicts: checkPages,
  rankHealthHosts: checkPages,
  getVerdict: checkPages,
  listLearned: raiseRule,
  adoptLearned: raiseRule,
  rejectLearned: raiseRule,
  undoDecision: decideFirst,
  undoRekey: moveKeys,
  getRun: endRun,
  listRunLog: endRun,
  listRunItems: endRun,
  startRun: saveList,
  listUploads: saveList,
  deleteUpload: saveList,
  cancelRun: ({ runner }) => runner.start('work', { drain: false }, 'ada'),
  resumeRun: endRun,
  listSessions: openSession,
  endSession: openSession,
  endSessions: openSession,
}

import { policies, type PolicyName } from '@canonist/core'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { findBuiltIn } from '../../learn/learn.ts'
import { readRegistryRecords } from '../../learn/registry-records.ts'
import { LOG_FORMATS, type LogFormat } from '@canonist/learn/internal/logs/log-format'
import { proposeLearned } from '../../learn/publish-learned.ts'
import { defineKind, uploadId, type RunContext } from '../kind.ts'
import type { LearnJob, LearnMessage } from '../learn-thread.ts'
import { addItems } from '../run-lines.sql.ts'
import { withTemporaryFile, withUpload } from '../uploads.ts'

/** Learns in a thread of its own: it computes for minutes, and the server must answer other requests meanwhile. */
export const learnRun = defineKind({
  kind: 'learn',
  fetches: false,
  unit: 'bytes',
  options: z.strictObject({
    upload: uploadId
      .optional()
      .describe('The id of an uploaded crawl log; without one, the run learns from the observations in the registry'),
    format: z
      .enum(Object.keys(LOG_FORMATS) as LogFormat[])
      .optional()
      .describe('The format of the log (default: recognized by its first line)'),
    extends: z.enum(Object.keys(policies) as PolicyName[]).optional(),
    name: z.string().min(1).optional().describe('The name of the policy (default: learned)'),
    urlsPerSite: z.int().min(1).optional(),
    propose: z.boolean().optional().describe('Whether to raise a review for each proved rule (default: true)'),
  }),
  async run(context, { upload, propose = true, urlsPerSite, ...settings }) {
    const job = { ...settings, maxUrlsPerSite: urlsPerSite, now: Date.now() }
    if (upload === undefined) return learnFromRegistry(context, job, propose)
    return withUpload(context.app.context.database, upload, context.signal, ({ name, size }, path) =>
      learn(context, { ...job, path, logName: name }, { size, propose }),
    )
  },
})

/** Writes the records of the registry to a temporary log for the thread. */
async function learnFromRegistry(
  context: RunContext,
  job: Omit<LearnJob, 'path' | 'logName'>,
  propose: boolean,
): Promise<object> {
  const base = job.extends ?? findBuiltIn(context.app.policy)
  return withTemporaryFile(toJsonLines(context), context.signal, (path) =>
    learn(context, { ...job, extends: base, path, logName: 'registry', format: 'jsonl' }, { size: null, propose }),
  )
}

async function* toJsonLines({ app }: RunContext): AsyncGenerator<string> {
  for await (const record of readRegistryRecords(app)) yield `${JSON.stringify(record)}\n`
}

async function learn(
  { app, runId, signal, report }: RunContext,
  job: LearnJob,
  { size, propose }: { readonly size: number | null; readonly propose: boolean },
): Promise<object> {
  const { result, log } = await learnInThread(job, signal, (bytes) => report(bytes, size))
  const items = result.rules.map((item, index) => ({ line: index + 1, item }))
  await app.context.database.transaction((transaction) => addItems(transaction, runId, items))
  const raised = propose ? await proposeLearned(await app.registry(), result) : []
  return {
    policy: result.policy,
    figures: result.figures,
    rules: result.rules.length,
    doubtful: result.doubtful.length,
    proposed: raised.filter((each) => each === 'new').length,
    rejectedLines: log?.rejected ?? 0,
  }
}

async function learnInThread(
  job: LearnJob,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Extract<LearnMessage, { readonly type: 'learned' }>> {
  signal.throwIfAborted()
  const thread = new Worker(locateThread(), { workerData: job })
  const stop = (): void => void thread.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise((resolve, reject) => {
      thread.on('message', (message: LearnMessage) => {
        if (message.type === 'progress') onProgress(message.bytes)
        else if (message.type === 'learned') resolve(message)
        else reject(Object.assign(new Error(message.message), { code: message.code, fix: message.fix }))
      })
      thread.on('error', reject)
      thread.on('exit', () => {
        reject(signal.aborted ? (signal.reason as Error) : new Error('the thread that learns ended without a result'))
      })
    })
  } finally {
    signal.removeEventListener('abort', stop)
    const isGone = once(thread, 'exit').catch(() => undefined)
    await Promise.race([thread.terminate(), isGone])
  }
}

/** The sources run as they are in tests, and as JavaScript once built. */
function locateThread(): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return new URL(`../learn-thread.${extension}`, import.meta.url)
}

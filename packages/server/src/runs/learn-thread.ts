import type { PolicyName } from '@canonist/core'
import type { LearnResult } from '@canonist/learn/internal/log/types'
import { parentPort, workerData } from 'node:worker_threads'
import { openInputFile } from '@canonist/lists/internal/io/input'
import { CodedError } from '@canonist/core/internal/text/coded-error'
import { learnFromLogs, type LogReport } from '../learn/learn.ts'
import type { LogFormat } from '@canonist/learn/internal/logs/log-format'
import { publishLearned } from '../learn/publish-learned.ts'

/** What the thread learns from, and how. */
export interface LearnJob {
  readonly path: string
  /** The name of the log in messages. */
  readonly logName: string
  readonly format?: LogFormat | undefined
  readonly extends?: PolicyName | undefined
  readonly name?: string | undefined
  readonly maxUrlsPerSite?: number | undefined
  readonly now: number
}

export type LearnMessage =
  | { readonly type: 'progress'; readonly bytes: number }
  | { readonly type: 'learned'; readonly result: LearnResult; readonly log: LogReport | null }
  | { readonly type: 'failed'; readonly code: string; readonly message: string; readonly fix: string }

async function learn({
  path,
  logName,
  now,
  name = 'learned',
  maxUrlsPerSite,
  ...settings
}: LearnJob): Promise<LearnMessage> {
  const input = await openInputFile(path, { name: logName, mayBeBinary: true, format: settings.format })
  const onProgress = (bytes: number): void => send({ type: 'progress', bytes })
  const bound = maxUrlsPerSite === undefined ? {} : { maxUrlsPerSite }
  const { result, log } = await learnFromLogs([input], { ...settings, ...bound, name, now: () => now, onProgress })
  return { type: 'learned', result: publishLearned(result), log }
}

const send = (message: LearnMessage): void => parentPort?.postMessage(message, [])

try {
  send(await learn(workerData as LearnJob))
} catch (error) {
  if (!(error instanceof CodedError)) throw error
  send({ type: 'failed', code: error.code, message: error.message, fix: error.fix })
}

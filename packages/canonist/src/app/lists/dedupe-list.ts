import { runGroups, runUnique, type DedupeReport } from '../../bulk/run-dedupe.ts'
import type { Input } from '../../io/input.ts'
import type { Sink } from '../../io/sink.ts'
import { chooseListInput, chooseListOutput, makeAbortable, type ListOptions } from './list-options.ts'

export type { DedupeReport } from '../../bulk/run-dedupe.ts'

export interface DedupeListOptions extends ListOptions {
  /** Chance for the hash table, fresh for every run, so that no one can prepare a list that is slow. */
  readonly salt: string
  /** Whether each URL is written with its count and its lines (jsonl). */
  readonly groups?: boolean | undefined
}

/**
 * Writes every URL once, in order of first sight.
 *
 * @example await dedupeList([await openInputFile('urls.txt')], sink, { policy: policies.dedupe, format: 'text', salt: randomUUID() })
 */
export function dedupeList(inputs: readonly Input[], sink: Sink, options: DedupeListOptions): Promise<DedupeReport> {
  const { policy, salt, groups = false, base = null } = options
  const { onProgress = () => undefined, onRejected, onDelimiter, signal } = options
  const run = groups ? runGroups : runUnique
  const [input, output] = [chooseListInput(options), chooseListOutput(options)]
  return run(
    inputs,
    { policy, input, output, base, salt, onRejected, onDelimiter },
    makeAbortable(sink, signal),
    onProgress,
  )
}

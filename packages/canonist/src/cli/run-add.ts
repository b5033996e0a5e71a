import type { Line } from '../registry/ingest/line.ts'
import type { AddFlags } from './add.ts'
import type { DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import { loadPolicy } from './load-policy.ts'
import { prioritise } from './prioritise.ts'
import { takeInLists, type TakeIn, type TakeInOptions } from './take-in.ts'
import { useHealth } from './use-health.ts'
import { useRegistry } from './use-registry.ts'

export async function addUrls(
  environment: Environment,
  flags: AddFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const policy = flags.policy === undefined ? undefined : (await loadPolicy(flags.policy)).policy
  const { priority } = flags
  const takeIn: TakeIn = (lines, options) =>
    useRegistry(environment, flags, { policy }, (registry) => registry.ingest(lines, options))
  const takeInAndWatch: TakeIn = (lines, options) => {
    const urls: Line[][] = []
    const onReport: TakeInOptions['onReport'] = async (report) => {
      if (priority !== undefined)
        await useHealth(environment, flags, {}, (health) => prioritise(health, urls, priority))
      await options.onReport(report)
    }
    return takeIn(noting(lines, urls), { ...options, onReport })
  }
  const chosen = priority === undefined ? takeIn : takeInAndWatch
  return takeInLists(environment, flags, args, { noun: 'new page', takeIn: chosen })
}

/** The same lines, which are written down: stdin cannot be read again. */
async function* noting(lines: AsyncIterable<readonly Line[]>, noted: Line[][]): AsyncGenerator<readonly Line[]> {
  for await (const block of lines) {
    noted.push([...block])
    yield block
  }
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Told } from './fuzz-answers.ts'
import type { ServerReport } from './random-server.ts'

export interface RandomServerChild {
  readonly told: Told
  report(): Promise<ServerReport>
  stop(): void
}

/** The random server, in a process of its own. */
export async function forkRandomServer(): Promise<RandomServerChild> {
  const child = fork(fileURLToPath(new URL('random-server-process.ts', import.meta.url)))
  const [told] = (await once(child, 'message')) as [Told]
  return {
    told,
    async report() {
      child.send('report')
      const [report] = (await once(child, 'message')) as [ServerReport]
      return report
    },
    stop: () => child.disconnect(),
  }
}

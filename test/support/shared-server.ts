import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyCluster } from './database-templates.ts'
import { startOnFreePort } from './postgres-server.ts'

/** The variable in which the files of a run find the server. */
const VARIABLE = 'CANONIST_TEST_POSTGRES_PORT'

export interface SharedServer {
  /** What the environment of the tests must have. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Starts the PostgreSQL server that all files of a run share: to start one for each file takes more time than most tests. */
export async function startSharedServer(): Promise<SharedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'canonist-postgres-'))
  // The server runs as another user where the tests run as root.
  await chmod(folder, 0o755)
  await copyCluster(join(folder, 'data'))
  const { server, port } = await startOnFreePort(join(folder, 'data'))
  return {
    env: { [VARIABLE]: String(port) },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The port of the server of this run; null if the file was started by hand. */
export function readSharedPort(): number | null {
  const port = process.env[VARIABLE]
  return port === undefined ? null : Number(port)
}

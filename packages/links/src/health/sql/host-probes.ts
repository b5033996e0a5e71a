import { addHost } from '@canonist/registry/internal/registry/sql/write-host-names'
import type { Session } from '@canonist/registry/internal/store/database'
import { packProbe, unpackProbe, type Probe } from '../probe.ts'

/** The last response of a host for a page that never existed. */
export async function readProbe(session: Session, host: string): Promise<Probe | null> {
  const [row] = await session.all<{ readonly probe: string | null }>(
    'select c.probe from host_checks c join hosts h on h.id = c.host_id where h.host = $1',
    [host],
  )
  return row === undefined || row.probe === null ? null : unpackProbe(row.probe)
}

/** Adds the host first: one that only redirects lead to may be unknown. */
export async function writeProbe(session: Session, host: string, probe: Probe): Promise<void> {
  await addHost(session, host)
  await session.run(
    `insert into host_checks (host_id, probe) select id, $2 from hosts where host = $1
     on conflict (host_id) do update set probe = excluded.probe`,
    [host, packProbe(probe)],
  )
}

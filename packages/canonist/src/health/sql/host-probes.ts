import { addHost } from '../../registry/sql/write-host-names.ts'
import type { Session } from '../../store/database.ts'
import { packProbe, unpackProbe, type Probe } from '../probe.ts'

/** How a host was last seen to answer for what does not exist. */
export async function readProbe(session: Session, host: string): Promise<Probe | null> {
  const [row] = await session.all<{ readonly probe: string | null }>(
    'select c.probe from host_checks c join hosts h on h.id = c.host_id where h.host = $1',
    [host],
  )
  return row === undefined || row.probe === null ? null : unpackProbe(row.probe)
}

/** A host that only redirects lead to may not be known yet. */
export async function writeProbe(session: Session, host: string, probe: Probe): Promise<void> {
  await addHost(session, host)
  await session.run(
    `insert into host_checks (host_id, probe) select id, $2 from hosts where host = $1
     on conflict (host_id) do update set probe = excluded.probe`,
    [host, packProbe(probe)],
  )
}

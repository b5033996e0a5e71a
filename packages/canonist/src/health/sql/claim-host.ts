import type { Session } from '../../store/database.ts'

/** Who looks at pages, and how long a claim of theirs holds without being renewed. */
export interface Claimant {
  /** Not the same for any two at one time. */
  readonly id: string
  readonly leaseMs: number
}

/** False where another process has the host, or the host is to be left alone. */
export async function claimHost(
  session: Session,
  hostId: number,
  { id, leaseMs }: Claimant,
  now: number,
): Promise<boolean> {
  const claimed = await session.run(
    `insert into host_health (host_id, claimed_by, claimed_until) values ($1, $2, $3)
     on conflict (host_id) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
     where (host_health.claimed_by is null or host_health.claimed_until <= $4) and host_health.paused_until <= $4`,
    [hostId, id, now + leaseMs, now],
  )
  return claimed > 0
}

/** All that the claimant has is theirs for a while longer. */
export async function renewClaims(session: Session, { id, leaseMs }: Claimant, now: number): Promise<void> {
  await session.run('update host_health set claimed_until = $2 where claimed_by = $1', [id, now + leaseMs])
}

/** Whether the host is still the claimant's; in a transaction nobody can take it before the end. */
export async function holdsClaim(
  session: Session,
  hostId: number,
  { id, leaseMs }: Claimant,
  now: number,
): Promise<boolean> {
  const held = await session.run('update host_health set claimed_until = $3 where host_id = $1 and claimed_by = $2', [
    hostId,
    id,
    now + leaseMs,
  ])
  return held > 0
}

export async function releaseHost(session: Session, hostId: number, { id }: Claimant): Promise<void> {
  await session.run(
    'update host_health set claimed_by = null, claimed_until = 0 where host_id = $1 and claimed_by = $2',
    [hostId, id],
  )
}

export async function pauseHost(session: Session, hostId: number, until: number, reason: string): Promise<void> {
  await session.run(
    `update host_health set paused_until = $2, pause_reason = $3 where host_id = $1 and paused_until < $2`,
    [hostId, until, reason],
  )
}

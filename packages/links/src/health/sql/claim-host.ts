import type { Session } from '@canonist/registry/internal/store/database'

/** A process that checks pages, and how long its claims last without renewal. */
export interface Claimant {
  /** Unique among running processes. */
  readonly id: string
  readonly leaseMs: number
}

/**
 * Claims the pages of a host, so that no two processes check the same page. It does not reserve the host: requests take their turns, and
 * other commands may send requests in between. False if another process has the claim.
 */
export async function claimHost(
  session: Session,
  hostId: number,
  { id, leaseMs }: Claimant,
  now: number,
): Promise<boolean> {
  const claimed = await session.run(
    `insert into host_checks (host_id, claimed_by, claimed_until) values ($1, $2, $3)
     on conflict (host_id) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
     where host_checks.claimed_by is null or host_checks.claimed_until <= $4`,
    [hostId, id, now + leaseMs, now],
  )
  return claimed > 0
}

/** Renews all claims of a process. */
export async function renewClaims(session: Session, { id, leaseMs }: Claimant, now: number): Promise<void> {
  await session.run('update host_checks set claimed_until = $2 where claimed_by = $1', [id, now + leaseMs])
}

/** Extends a claim; false if it was lost. Within a transaction, no other process can take the host before the end. */
export async function extendClaim(
  session: Session,
  hostId: number,
  { id, leaseMs }: Claimant,
  now: number,
): Promise<boolean> {
  const held = await session.run('update host_checks set claimed_until = $3 where host_id = $1 and claimed_by = $2', [
    hostId,
    id,
    now + leaseMs,
  ])
  return held > 0
}

export async function releaseHost(session: Session, hostId: number, { id }: Claimant): Promise<void> {
  await session.run(
    'update host_checks set claimed_by = null, claimed_until = 0 where host_id = $1 and claimed_by = $2',
    [hostId, id],
  )
}

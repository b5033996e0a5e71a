import { PROBE_LIFETIME_MS, probeOf, siblingUrl, type Probe } from '../probe.ts'
import { readProbe, writeProbe } from '../sql/host-probe.ts'
import type { Pass } from './pass.ts'

const MOST_BYTES = 256 * 1024

/** How the host of a URL answers for a page that never existed: asked once a day at most. */
export async function probeFor(pass: Pass, url: string): Promise<Probe | null> {
  const host = new URL(url).hostname
  const known = await readProbe(pass.database, host)
  const now = pass.now()
  if (known !== null && Math.abs(now - known.at) < PROBE_LIFETIME_MS) return known
  const answer = await pass.fetcher.follow(siblingUrl(url, pass.chance()), {
    maxBytes: MOST_BYTES,
    overflow: 'cut',
    signal: pass.signal,
    allowPort: 'any',
    mayVisit: (next) => pass.mayVisit(host, next),
  })
  if (!answer.ok && answer.code === 'aborted') return null
  const probe = probeOf(answer, now)
  await writeProbe(pass.database, host, probe)
  return probe
}

import type { FollowOptions, FollowResult } from '@canonist/web/internal/resolve/follow'
import { sendProbe, PROBE_LIFETIME_MS, type Probe } from '../probe.ts'
import { readProbe, writeProbe } from '../sql/host-probes.ts'
import type { Pass } from './pass.ts'

const MAX_BYTES = 256 * 1024

/** How the host of a URL responds for a page that never existed. Requested at most once a day. */
export async function getProbe(pass: Pass, url: string): Promise<Probe | null> {
  const host = new URL(url).hostname
  const known = await readProbe(pass.database, host)
  const now = pass.now()
  if (known !== null && Math.abs(now - known.at) < PROBE_LIFETIME_MS) return known
  const options: FollowOptions = {
    maxBytes: MAX_BYTES,
    overflow: 'cut',
    signal: pass.signal,
    allowPort: 'any',
    mayVisit: (next) => pass.mayVisit(host, next),
  }
  const request = (target: string): Promise<FollowResult> => pass.fetcher.follow(target, options)
  const probe = await sendProbe({ url, token: pass.randomWord(), at: now, request })
  if (probe === null) return null
  await writeProbe(pass.database, host, probe)
  return probe
}

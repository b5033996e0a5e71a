import assert from 'node:assert/strict'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { NET_ERRORS, type NetErrorCode } from '@canonist/web/internal/net/errors'
import { createFetcher } from '@canonist/web/internal/resolve/fetcher'
import type { FollowResult } from '@canonist/web/internal/resolve/follow'
import type { Fault } from './network-faults.ts'

const TIMEOUTS = { dns: 300, connect: 800, headers: 800, bodyGap: 500, total: 2000 }
const AT_ONCE = 10

/**
 * A process that gets no CPU for a second misses deadlines that are not at fault. A run that fails only by time is repeated
 * with longer deadlines: a wrong code that is not a timeout fails at once, and a missing deadline fails at every scale.
 */
const SCALES = [1, 4, 12]

class TooLate extends Error {}

/** Meets one fault `times` times; every one must end as it should, in time. Returns the longest in milliseconds. */
export async function meetFault(fault: Fault, times: number): Promise<number> {
  for (const scale of SCALES.slice(0, -1)) {
    try {
      return await meetWithin(fault, times, scale)
    } catch (error) {
      if (!(error instanceof TooLate)) throw error
    }
  }
  return meetWithin(fault, times, SCALES.at(-1) ?? 1)
}

async function meetWithin({ name, code, url, options }: Fault, times: number, scale: number): Promise<number> {
  const timeouts = Object.fromEntries(Object.entries(TIMEOUTS).map(([key, ms]) => [key, ms * scale]))
  const most = (TIMEOUTS.total + 1000) * scale
  const fetcher = createFetcher({ ...options, timeouts, maxBytes: 1_048_576 })
  let longest = 0
  let left = times
  const meet = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const start = performance.now()
      const result = await fetcher.follow(url)
      longest = Math.max(longest, performance.now() - start)
      checkOutcome(name, code, result)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, times) }, meet))
  } finally {
    await fetcher.close()
  }
  if (longest >= most) throw new TooLate(`${name}: ${longest} ms`)
  return longest
}

function checkOutcome(name: string, code: NetErrorCode, result: FollowResult): void {
  if (!result.ok && result.code !== code && NET_ERRORS[result.code].class === 'timeout')
    throw new TooLate(`${name}: ${result.code} instead of ${code}`)
  assert.equal(result.ok ? 'ok' : result.code, code, `${name}: ${result.ok ? '' : result.message}`)
}

/** Resident memory in MiB once what is no longer needed is gone. */
export function residentMebibytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().rss / 1_048_576
}

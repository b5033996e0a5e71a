import assert from 'node:assert/strict'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createFetcher } from '../../src/resolve/fetcher.ts'
import type { Fault } from './network-faults.ts'

const TIMEOUTS = { dns: 300, connect: 800, headers: 800, bodyGap: 500, total: 2000 }
const AT_ONCE = 10

/** Meets one fault `times` times; every one must end as it should, in time. Tells the longest. */
export async function meetFault({ name, code, url, options }: Fault, times: number): Promise<number> {
  const fetcher = createFetcher({ ...options, timeouts: TIMEOUTS, maxBytes: 1_048_576 })
  let longest = 0
  let left = times
  const meet = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const start = performance.now()
      const result = await fetcher.follow(url)
      longest = Math.max(longest, performance.now() - start)
      assert.equal(result.ok ? 'ok' : result.code, code, `${name}: ${result.ok ? '' : result.message}`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, times) }, meet))
  await fetcher.close()
  assert.ok(longest < TIMEOUTS.total + 1000, `${name}: ${longest} ms`)
  return longest
}

/** Resident memory in MiB once what is no longer needed is gone. */
export function residentMebibytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().rss / 1_048_576
}

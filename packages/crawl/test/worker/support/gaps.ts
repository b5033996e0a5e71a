import type { SeenRequest } from '@canonist/test-support/loopback-web.ts'

/** Milliseconds between one request and the next, as the host saw them. */
export function listGaps(requests: readonly SeenRequest[], host: string): number[] {
  const times = requests.filter((request) => request.host === host).map(({ at }) => at)
  return times.slice(1).map((time, index) => time - (times[index] ?? 0))
}

import { findRespondingPages, type RespondingPage } from '../sql/find-responding-pages.ts'
import type { Pass } from './pass.ts'
import { runWithDeadline } from './run-with-deadline.ts'

/** If these do not respond either, the problem is our own network. */
const MAX_REQUESTED = 3

/** Whether a host responds that this pass has not requested. A pass may check a single page; the registry knows others. */
export async function requestOtherHosts(pass: Pass): Promise<boolean> {
  const pages = await findRespondingPages(pass.database, pass.visited.size + MAX_REQUESTED)
  for (const page of pages.filter(({ hostId }) => !pass.visited.has(hostId)).slice(0, MAX_REQUESTED)) {
    if (!(await pass.guard.mayStep())) return false
    if (await requestPage(pass, page)) return true
  }
  return false
}

/** The response is not stored, because the page is not due. */
async function requestPage(pass: Pass, { host, fetchUrl }: RespondingPage): Promise<boolean> {
  const mayVisit = (url: string): boolean => url === fetchUrl || pass.mayVisit(host, url)
  const result = await runWithDeadline(pass, (signal) =>
    pass.fetcher.follow(fetchUrl, { method: 'HEAD', allowPort: 'any', mayVisit, signal }),
  )
  return result.ok || result.hops.length > 0
}

import { answeringPages, type AnsweringPage } from '../sql/answering-pages.ts'
import type { Pass } from './pass.ts'
import { withinTime } from './within-time.ts'

/** If these are silent, too, it is not them. */
const MOST_ASKED = 3

/** Whether a host answers that this pass has not asked: a pass may be about one page, and the registry knows others. */
export async function askOtherHosts(pass: Pass): Promise<boolean> {
  const pages = await answeringPages(pass.database, pass.visited.size + MOST_ASKED)
  for (const page of pages.filter(({ hostId }) => !pass.visited.has(hostId)).slice(0, MOST_ASKED)) {
    if (pass.signal.aborted) return false
    if (await askPage(pass, page)) return true
  }
  return false
}

/** What it says is not written down: the page is not due. */
async function askPage(pass: Pass, { host, fetchUrl }: AnsweringPage): Promise<boolean> {
  const mayVisit = (url: string): boolean => url === fetchUrl || pass.mayVisit(host, url)
  const result = await withinTime(pass, (signal) =>
    pass.fetcher.follow(fetchUrl, { method: 'HEAD', allowPort: 'any', mayVisit, signal }),
  )
  return result.ok || result.hops.length > 0
}

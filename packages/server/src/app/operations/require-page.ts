import { AppError } from '../errors.ts'
import { findPages, type FoundPage } from '../find/find-pages.ts'
import type { Canonist } from '../open-canonist.ts'

/** The page of this id; one that is unknown is `app/not-found`. */
export async function requirePage(app: Canonist, id: number): Promise<FoundPage> {
  for await (const page of findPages(app, { id })) return page
  throw new AppError('app/not-found', { thing: `page ${id}`, fix: 'List the pages to see their ids.' })
}

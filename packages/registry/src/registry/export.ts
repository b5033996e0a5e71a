import type { RegistryContext } from './context.ts'
import type { ExportedAlias, ExportedRejected, ExportedReview } from './exported.ts'
import type { Page } from './page-record.ts'
import { Where } from '../store/sql-values.ts'
import { streamAliases } from './sql/aliases-read.sql.ts'
import { streamPages } from './sql/pages-read.sql.ts'
import { streamRejected } from './sql/rejected.sql.ts'
import { streamReviews } from './sql/reviews.sql.ts'

/** Streams all pages that are not merged into another one. */
export function exportPages({ database }: RegistryContext): AsyncGenerator<Page> {
  return streamPages(database, new Where())
}

/** Streams every URL with the page that it finally leads to. */
export function exportAliases({ database }: RegistryContext): AsyncGenerator<ExportedAlias> {
  return streamAliases(database)
}

/** Streams all rejected inputs. */
export function exportRejected({ database }: RegistryContext): AsyncGenerator<ExportedRejected> {
  return streamRejected(database)
}

/** Streams all reviews, whatever their state. */
export function exportReviews({ database }: RegistryContext): AsyncGenerator<ExportedReview> {
  return streamReviews(database, { state: 'all' })
}

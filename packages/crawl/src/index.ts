/**
 * `@canonist/crawl`: a polite crawl by any number of workers on one database. A frontier says what to fetch next, the hosts say when,
 * and a worker fetches it.
 *
 * @example
 * const frontier = await openFrontier('canonist.db')
 * await frontier.submit(['https://example.com/'])
 * await work(frontier, { exchanger: createFetcher(), drain: true })
 */
export * from './frontier.ts'
export * from './hosts.ts'
export * from './worker.ts'

export * from '@canonist/crawl/internal/worker'

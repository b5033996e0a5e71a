export * from '@canonist/crawl/internal/hosts'

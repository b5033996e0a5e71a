export * from '@canonist/crawl/internal/frontier'

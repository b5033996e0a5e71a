export * from '@canonist/links/internal/health'

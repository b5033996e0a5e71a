export * from '@canonist/web/internal/net'

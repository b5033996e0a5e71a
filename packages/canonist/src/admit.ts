export * from '@canonist/web/internal/admit'

export * from '@canonist/web/internal/canonicalize'

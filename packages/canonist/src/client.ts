export * from '@canonist/client'

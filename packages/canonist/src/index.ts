export * from '@canonist/core'

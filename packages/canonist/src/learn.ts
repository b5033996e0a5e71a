export * from '@canonist/core/learn'

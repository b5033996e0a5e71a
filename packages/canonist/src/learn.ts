export * from '@canonist/learn'

export * from '@canonist/lists/sqlite'

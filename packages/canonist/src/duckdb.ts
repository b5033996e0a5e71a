export * from '@canonist/lists/duckdb'

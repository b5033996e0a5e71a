export * from '@canonist/registry'

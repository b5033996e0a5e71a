import { testKilledServe } from '@canonist/test-support/killed-serve.ts'

testKilledServe({ kills: 3 })

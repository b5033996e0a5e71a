import { testKilledServe } from '../support/killed-serve.ts'

testKilledServe({ kills: 3 })

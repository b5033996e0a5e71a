import { testHiddenRate } from './hide-secrets-rate.ts'

testHiddenRate({ values: 1000 })

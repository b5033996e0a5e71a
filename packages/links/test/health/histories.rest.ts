import { testHistories } from './histories.ts'

testHistories(160, 1)

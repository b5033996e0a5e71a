import { testHistories } from './histories.ts'

testHistories(2000, 20_261_116)

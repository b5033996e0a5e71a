import { testSwaps } from '../support/swapped-snapshots.ts'

testSwaps({ swaps: 50 })

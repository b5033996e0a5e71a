import { testSwaps } from '@canonist/test-support/swapped-snapshots.ts'

testSwaps({ swaps: 50 })

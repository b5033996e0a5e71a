import { testSmallHeap } from './small-heap.ts'

testSmallHeap({ lines: 120_000 })

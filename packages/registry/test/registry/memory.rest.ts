import { testSmallHeap } from './small-heap.ts'

testSmallHeap({ lines: 80_000 })

import { testInvariants } from './invariants.ts'

testInvariants(20_000)

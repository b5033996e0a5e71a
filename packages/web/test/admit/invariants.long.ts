import { testInvariants } from './invariants.ts'

testInvariants(5000)

import { testInvariants } from './invariants.ts'

testInvariants(150)

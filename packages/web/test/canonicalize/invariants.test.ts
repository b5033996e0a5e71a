import { testInvariants } from './invariants.ts'

testInvariants(400)

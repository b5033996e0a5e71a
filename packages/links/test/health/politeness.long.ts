import { testPoliteness } from './politeness.ts'

testPoliteness(10_000, 50, 20_261_116)

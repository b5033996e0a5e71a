import { testPoliteness } from './politeness.ts'

testPoliteness(1000, 50, 1)

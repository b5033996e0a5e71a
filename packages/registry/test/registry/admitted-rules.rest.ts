import { testRules } from './admitted-rules.ts'

// In memory: a schema of PostgreSQL for every example would take longer than all other tests together.
testRules({
  dialect: 'sqlite',
  freshLocation: async () => ':memory:',
  emptyLocation: async () => ':memory:',
})

import { testRandomAnswers } from '@canonist/test-support/random-answers.ts'

await testRandomAnswers({ webs: 250, crawlOneIn: 20, crawlMs: 120_000, warmUp: 0 })

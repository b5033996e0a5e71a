import { testRandomAnswers } from '@canonist/test-support/random-answers.ts'

await testRandomAnswers({ webs: 20_000, crawlOneIn: 100, crawlMs: 900_000, warmUp: 3000 })

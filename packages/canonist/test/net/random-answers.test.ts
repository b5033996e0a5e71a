import { testRandomAnswers } from '../support/random-answers.ts'

await testRandomAnswers({ webs: 250, crawlOneIn: 20, crawlMs: 120_000, warmUp: 0 })

import { testRandomAnswers } from '../support/random-answers.ts'

await testRandomAnswers({ webs: 250, crawled: 12, crawlMs: 120_000, warmUp: 0 })

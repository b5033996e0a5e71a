import { testRandomAnswers } from '../support/random-answers.ts'

await testRandomAnswers({ webs: 20_000, crawled: 200, crawlMs: 900_000, warmUp: 3000 })

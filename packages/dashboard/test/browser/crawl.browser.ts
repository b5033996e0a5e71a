import { testCrawl } from './crawl/crawl.ts'

// The same with a million pages: npm run test:browser:long
testCrawl(100_000)

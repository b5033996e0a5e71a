import { testCrawl } from './crawl/crawl.ts'
import { testResponse } from './crawl/response.ts'

testCrawl(1_000_000, testResponse)

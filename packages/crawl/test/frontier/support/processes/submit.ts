import { openFrontier } from '../../../../src/frontier/open-frontier.ts'
import { listLines } from '../many-lines.ts'

// node submit.ts LOCATION LINES BATCHES: ends as a kill would end it, after so many batches of 1000 lines.
const [location = '', lines = '0', batches = '0'] = process.argv.slice(2)
const frontier = await openFrontier(location)
const onProgress = (done: number): void => {
  if (done >= Number(batches) * 1000) process.kill(process.pid, 'SIGKILL')
}
await frontier.submit(listLines(Number(lines)), { source: 'test', batchLines: 1000, onProgress })
await frontier.close()

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as hosts from 'canonist/hosts'
import { listExamples, testExamples, userFolder } from '../support/examples.ts'
import { readCode, rowsUnder } from '../support/markdown.ts'
import { testOpenedPart } from '../support/opened-part.ts'
import { readText } from '../support/repository.ts'
import { listMembers } from '../support/source-types.ts'

const PATH = 'docs/reference/hosts.md'
const PAGE = readText(PATH)

testOpenedPart(PAGE, hosts, () => hosts.openHosts(':memory:'))

test('the options are those of the code', () => {
  const rows = rowsUnder(PAGE, 'option', 'default', 'means')
  assert.deepEqual(
    rows.map(([option]) => readCode(option)),
    [
      ...listMembers('packages/crawl/src/hosts/settings.ts', 'HostSettings'),
      ...listMembers('packages/crawl/src/hosts/hosts.ts', 'OpenHostsOptions'),
    ],
  )
})

testExamples(userFolder(), listExamples(PATH))

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LinkError } from '@canonist/links/internal/files/errors'
import { toFailureExitCode, describeFailure } from '../src/cli/describe-failure.ts'
import { RunError } from '../src/cli/run-error.ts'
import { LogError } from '@canonist/learn/internal/logs/errors'
import { createReadError, IoError, OutputClosed } from '@canonist/lists/internal/io/errors'
import { RegistryError } from '@canonist/registry/internal/registry/errors'
import { StoreError } from '@canonist/registry/internal/store/errors'

const ENDS: readonly (readonly [why: string, error: unknown, exitCode: 0 | 2 | 3])[] = [
  ['the reader of the output has gone', new OutputClosed(), 0],
  ['the command line has its own code', new RunError('say which URLs', 2), 2],
  ['a file is not there', new IoError('io/not-found'), 3],
  ['data is damaged', new IoError('io/damaged'), 3],
  ['a file of the wrong sort was named', new IoError('io/binary'), 2],
  ['a column that was named is not there', new IoError('io/no-column'), 2],
  ['a log is not one', new LogError('log/no-host', { thing: 'a.log' }), 2],
  ['a location names no database', new StoreError('store/bad-location', 'x'), 2],
  ['a database is not there', new StoreError('store/missing', 'x'), 3],
  ['a database is busy', new StoreError('store/locked', 'x'), 3],
  ['another policy was named', new RegistryError('registry/other-policy'), 2],
  ['there is no such run', new RegistryError('registry/no-such-run'), 2],
  ['another process publishes', new RegistryError('registry/publish-under-way'), 3],
  ['no server answered', new LinkError('app/no-answer'), 3],
  ['a defect', new TypeError('x is undefined'), 3],
  ['a defect that is not even an error', 'oops', 3],
]

for (const [why, error, exitCode] of ENDS) {
  test(`${why}: exit code ${exitCode}`, () => assert.equal(toFailureExitCode(error), exitCode))
}

test('a coded error is reported as it is, and any other as a bug', () => {
  const missing = createReadError('a.txt', Object.assign(new Error('no such file'), { code: 'ENOENT' }))
  assert.equal(describeFailure(missing), 'cannot read a.txt: It does not exist. Check the path.')
  assert.match(describeFailure(new TypeError('x')), /^unexpected failure: TypeError: x\. This is a bug/)
})

test('a system error without a row is reported in its own words', () => {
  const odd = createReadError('a.txt', Object.assign(new Error('EXDEV: odd'), { code: 'EXDEV' }))
  assert.equal(odd.code, 'io/failed')
  assert.match(odd.message, /\(EXDEV: odd\)/)
})

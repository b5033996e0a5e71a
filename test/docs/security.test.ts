import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOST_STEPS } from '../../packages/core/src/policy/expression-work.ts'
import { LONGEST_TESTED_TEXT, NAME_BOUNDS } from '../../packages/core/src/policy/pattern.ts'
import { FIRST_RUN_BOUNDS } from '../../packages/core/src/policy/rewrite-template.ts'
import { MOST_TEXT } from '../../packages/core/src/policy/spec-size.ts'
import { LONGEST_URL } from '../../packages/core/src/url/longest-url.ts'
import { MOST_ROUNDS } from '../../packages/core/src/normalize/lead.ts'
import { readText } from '../support/repository.ts'

const PAGE = readText('SECURITY.md').replace(/\s+/g, ' ')
const written = (count: number): string => count.toLocaleString('en-US')

const SENTENCES = [
  `${NAME_BOUNDS.longest} characters of a parameter name, ${written(LONGEST_TESTED_TEXT)} of a path and query`,
  `at most ${written(MOST_STEPS)} for a rewrite, ${written(FIRST_RUN_BOUNDS.mostSteps)} for a rewrite on ${written(FIRST_RUN_BOUNDS.longest)} characters, and ${written(NAME_BOUNDS.mostSteps)} for a parameter name`,
  `A URL of more than ${written(LONGEST_URL)} characters`,
  `at most ${written(MOST_TEXT)} characters`,
  `A URL is read at most ${['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'][MOST_ROUNDS]} times`,
]

for (const sentence of SENTENCES) {
  test(`SECURITY.md says: ${sentence}`, () => assert.ok(PAGE.includes(sentence)))
}

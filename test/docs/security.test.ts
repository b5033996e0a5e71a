import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_STEPS } from '@canonist/core/internal/policy/expression-work'
import { MAX_TESTED_TEXT_LENGTH, NAME_BOUNDS } from '@canonist/core/internal/policy/pattern'
import { FIRST_RUN_BOUNDS } from '@canonist/core/internal/policy/rewrite-template'
import { MAX_TEXT_LENGTH } from '@canonist/core/internal/policy/validate'
import { MAX_URL_LENGTH } from '@canonist/core/internal/url/max-url-length'
import { MAX_ROUNDS } from '@canonist/core/internal/normalize/apply-until-stable'
import { readText } from '../support/repository.ts'

const PAGE = readText('SECURITY.md').replace(/\s+/g, ' ')
const written = (count: number): string => count.toLocaleString('en-US')

const SENTENCES = [
  `${NAME_BOUNDS.longest} characters of a parameter name, ${written(MAX_TESTED_TEXT_LENGTH)} of a path and query`,
  `${written(MAX_STEPS)} steps for a rewrite, ${written(FIRST_RUN_BOUNDS.mostSteps)} for a rewrite on ${written(FIRST_RUN_BOUNDS.longest)} characters, and ${written(NAME_BOUNDS.mostSteps)} for a parameter name`,
  `A URL of more than ${written(MAX_URL_LENGTH)} characters`,
  `all texts of a policy together may have ${written(MAX_TEXT_LENGTH)} characters`,
  `A URL is normalized in at most ${['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'][MAX_ROUNDS]} rounds`,
]

for (const sentence of SENTENCES) {
  test(`SECURITY.md says: ${sentence}`, () => assert.ok(PAGE.includes(sentence)))
}

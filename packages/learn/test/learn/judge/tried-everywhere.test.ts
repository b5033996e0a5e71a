import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTriedEverywhere } from '../../../src/judge/tried-everywhere.ts'
import type { Form } from '../../../src/log/form.ts'
import type { Trial } from '../../../src/trial/trial.ts'

/** How many contents of a section agree and differ under `/amp/$1/$2` to `/$1/$2`, of ten URLs there. */
interface Section {
  readonly agreeing: number
  readonly failing: number
}

const readShape = ({ path }: Form): string => path.split('/')[2] ?? ''

/** A rewrite that was well tried on news, and on sport as given. */
function tryRewrite(sport: Section): Trial {
  const sections = { news: { agreeing: 40, failing: 0 }, sport }
  const edits = [{ family: 'rewrite', fields: { rewrites: [{ match: '/amp/$1/$2', to: '/$1/$2' }] } }]
  const forms = Object.keys(sections).flatMap((name) =>
    Array.from({ length: 10 }, (_, at) => ({ path: `/amp/${name}/${at}` })),
  )
  const collisions = Object.entries(sections).flatMap(([name, { agreeing, failing }]) =>
    Array.from({ length: agreeing + failing }, (_, at) => ({
      forms: [{ path: `/amp/${name}/${at}` }],
      trials: 1,
      agreeing: at < agreeing ? 1 : 0,
    })),
  )
  return { candidate: { edits }, changed: forms, collisions } as unknown as Trial
}

const cases = [
  { why: 'not tried there', sport: { agreeing: 0, failing: 0 }, isTried: false },
  { why: 'one content may agree by accident', sport: { agreeing: 1, failing: 0 }, isTried: false },
  { why: 'two agree, and none differs', sport: { agreeing: 2, failing: 0 }, isTried: true },
  { why: 'four agree, but one differs', sport: { agreeing: 4, failing: 1 }, isTried: false },
  { why: 'five agree, and one differs', sport: { agreeing: 5, failing: 1 }, isTried: true },
  { why: 'too many differ', sport: { agreeing: 6, failing: 2 }, isTried: false },
  { why: 'noise explains as many', sport: { agreeing: 6, failing: 2 }, expected: 0.81, isTried: true },
  { why: 'more than noise explains', sport: { agreeing: 6, failing: 4 }, expected: 0.81, isTried: false },
]
for (const { why, sport, expected = 1, isTried } of cases) {
  test(`a rewrite on a kind of path with ${sport.agreeing} that agree and ${sport.failing} that differ (${why})`, () => {
    assert.equal(isTriedEverywhere(tryRewrite(sport), readShape, expected), isTried)
  })
}

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { explain, rules, type Policy, type PolicySpec } from '../../src/index.ts'
import { compilePolicy, type CompiledPolicy, type Section } from '../../src/normalize/compile.ts'
import { MEANING_RULES, listInOrder, type MeaningRules } from '../../src/normalize/rule-order.ts'
import { UNRECOGNISED } from '../../src/normalize/signs.ts'
import { runPolicy } from '../../src/normalize/run-policy.ts'
import { domainToAscii } from '../../src/url/idna/index.ts'
import { randomPolicy } from '@canonist/test-support/random-policy.ts'
import { chance, createRandom, type Random } from '@canonist/test-support/random-url.ts'
import { urlUnder } from '@canonist/test-support/url-under-policy.ts'
import { nextUrl, tryDefine } from './policy-invariants.ts'

// The fuzzers find nothing about a rule that none of their inputs wakes.

const MAX_POLICIES = 3000
const URLS_EACH = 40

/** Random policies with URLs for them, the same in every run, until `isDone`. */
function* randomCases(isDone: () => boolean): Generator<{ policy: Policy; url: string }> {
  for (let seed = 1; seed <= MAX_POLICIES && !isDone(); seed += 1) {
    const [spec] = fc.sample(randomPolicy, { seed, numRuns: 1 }) as [PolicySpec]
    const policy = tryDefine(spec)
    const random: Random = createRandom(seed)
    for (let left = policy === null ? 0 : URLS_EACH; left > 0; left -= 1) {
      yield { policy: policy as Policy, url: chance(3, random) ? urlUnder(spec, random) : nextUrl(random) }
    }
  }
}

test('every rule of the catalogue acts on a random URL under a random policy', () => {
  const idle = new Set(rules.map(({ id }) => id))
  for (const { policy, url } of randomCases(() => idle.size === 0)) {
    const explanation = explain(url, policy)
    if (explanation.ok) for (const { rule } of explanation.changes) idle.delete(rule)
  }
  assert.deepEqual([...idle], [])
})

/** A rule that declares one sign less than it should. */
interface Fault {
  readonly rule: string
  readonly field: 'concerns' | 'wakes'
  readonly sign: number
}

const showFault = ({ rule, field, sign }: Fault): string => `${rule}: ${field} without 1 << ${Math.log2(sign)}`

const signsIn = (signs: number): number[] =>
  Array.from({ length: 30 }, (_, bit) => 1 << bit).filter((sign) => (signs & sign) !== 0)

/** A URL that the recogniser refuses shows every sign, so that a rule may leave this one out. */
const faultyRules: readonly Fault[] = listInOrder(MEANING_RULES).flatMap((rule) =>
  (['concerns', 'wakes'] as const).flatMap((field) => {
    const signs = field === 'wakes' ? ('wakes' in rule ? (rule.wakes ?? 0) : 0) : rule.concerns
    return signsIn(signs & ~UNRECOGNISED).map((sign) => ({ rule: rule.id, field, sign }))
  }),
)

function withFault(section: Section, { rule, field, sign }: Fault): Section {
  const spoil = <Rule extends { readonly id: string }>(each: Rule): Rule =>
    each.id === rule ? { ...each, [field]: Number(Reflect.get(each, field)) & ~sign } : each
  const { place, query, end } = section.meaning
  const meaning: MeaningRules = { place: place.map(spoil), query: query.map(spoil), end: end.map(spoil) }
  const isOnlyOne = !listInOrder(meaning).some(({ concerns }) => (concerns & sign) !== 0)
  return { ...section, meaning, concerns: isOnlyOne ? section.concerns & ~sign : section.concerns }
}

const alone = (everywhere: Section): CompiledPolicy => ({
  completion: undefined,
  everywhere,
  sites: null,
  mayNeedMoreRounds: false,
})

describe('a rule that forgot to declare a sign is found by random URLs', () => {
  const left = new Map(faultyRules.map((fault) => [showFault(fault), fault]))
  const sections = new WeakMap<Policy, Section>()
  for (const { policy, url } of randomCases(() => left.size === 0)) {
    const section = sections.get(policy) ?? compilePolicy(policy.spec).everywhere
    sections.set(policy, section)
    const active = new Set(listInOrder(section.meaning).map(({ id }) => id))
    const right = runPolicy(alone(section), url, domainToAscii)
    if (right === null) continue
    for (const [name, fault] of left) {
      if (active.has(fault.rule) && runPolicy(alone(withFault(section, fault)), url, domainToAscii) !== right)
        left.delete(name)
    }
  }
  for (const fault of faultyRules) test(showFault(fault), () => assert.ok(!left.has(showFault(fault))))
})

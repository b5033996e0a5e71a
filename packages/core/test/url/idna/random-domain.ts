import { encodePunycode } from '../../../src/url/idna/punycode.ts'
import { toScalarValues } from './oracles.ts'

/** A whole number from 0 up to but not including the bound. */
export type Random = (bound: number) => number

/** mulberry32: the same seed gives the same domains everywhere. */
export function createRandom(seed: number): Random {
  let state = seed
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

// Each row feeds one rule; a label draws mostly from one row, so that valid labels are common.
const ALPHABETS = [
  'abcxyz019-_',
  '\u00e9\u00fc\u00df\u03c2\u00f8\u00f1\u00e5\u0130\u0131\u017f\u1e9e',
  'e\u0301\u0323\u0327\u0308\u093c\u064b\u0345',
  '\u05d0\u05d1\u05d2\u05d3\u05b7-1',
  '\u0628\u062a\u062b\u0633\u0639\u0645\u0627\u0648\u062f\u0631\u200c',
  '\u0627\u0661\u0662\u06f1\u0628',
  '\u0915\u094d\u0937\u200c\u200d\u093f',
  'ab\u3002\uff0e\u00ad\u2060',
  '\u6f22\u5b57\u30fc\u30ab\uff80\uff9e',
  '\u2460\u338f\ufb01\u00b2\u{1d400}\uff21',
  '\u{1f4a9}\u{1e900}\u{10cc0}\u{2f800}',
].map((alphabet) => Array.from(alphabet))

export function randomDomain(random: Random): string {
  return `${Array.from({ length: random(3) + 1 }, () => randomLabel(random)).join('.')}.z`
}

function randomLabel(random: Random): string {
  const alphabet = pick(ALPHABETS, random)
  const chars = Array.from({ length: random(6) + 1 }, () => randomChar(alphabet, random))
  switch (random(8)) {
    case 0:
      return `xn--${encodePunycode(chars.map((char) => char.codePointAt(0) ?? 0))}`
    case 1:
      return `xn--${chars.map(() => pick(Array.from('abcdefghijklmnopqrstuvwxyz0123456789-'), random)).join('')}`
    default:
      return chars.join('')
  }
}

function randomChar(alphabet: readonly string[], random: Random): string {
  const die = random(40)
  if (die === 0) return toScalarValues(String.fromCodePoint(random(0x33000)))
  return pick(die < 6 ? pick(ALPHABETS, random) : alphabet, random)
}

const pick = <Item>(items: readonly Item[], random: Random): Item => items[random(items.length)] as Item

import type { NormalizedUrl, UrlKey } from '../url/stages.ts'

/**
 * The stages of a URL, as types. Only the function that produces a stage casts to it, and a row that is read from the column of that
 * name has it; `test/text/stages.test.ts` lists these places.
 */
declare const stage: unique symbol

type Staged<Base, Name extends string> = Base & { readonly [stage]: Name }

/** The spelling of the input: text that a database can keep, and perhaps not a URL at all. */
export type RawUrl = Staged<string, 'raw'>

/** What is requested: plain spelling, without a fragment, and never a form that a lossy rule made. */
export type FetchUrl = Staged<string, 'fetch'>

/** What the policy of a registry makes of a URL: the one that a page is known by, and never what is requested. */
export type CanonicalUrl = Staged<NormalizedUrl, 'canonical'>

/** The SHA-256 of a canonical URL as people and other programs get it: 64 hex digits. */
export type KeyHex = UrlKey

/** What a column keeps of that hash: its first 16 bytes. */
export type KeyBytes = Staged<Uint8Array, 'key'>

/** The same 16 bytes, each as the character of its number: many times cheaper than bytes in a map or a sort. */
export type KeyText = Staged<string, 'key'>

/** Whether URLs of different stages are spelled alike: as types they have nothing in common, and cannot be compared by `===`. */
export function isSpelledAlike(a: string, b: string): boolean {
  return a === b
}

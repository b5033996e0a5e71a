declare const stage: unique symbol

/** A string whose type names the stage it has reached. Only the function that produces a stage may cast to it. */
export type Staged<Name extends string> = string & { readonly [stage]: Name }

/** A URL after normalizing under some policy. */
export type NormalizedUrl = Staged<'normalized'>

/** SHA-256 of a normalized URL, 64 lower-case hex digits: for comparing, never for fetching. */
export type UrlKey = Staged<'key'>

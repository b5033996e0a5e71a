declare const stage: unique symbol

/** A string whose type says how far it has come; only the function that earns a stage may cast to it. */
export type Staged<Name extends string> = string & { readonly [stage]: Name }

/** What a policy made of a URL. */
export type NormalizedUrl = Staged<'normalized'>

/** SHA-256 of a normalized URL, 64 lower-case hex digits: for comparing, never for fetching. */
export type UrlKey = Staged<'key'>

/**
 * `@canonist/web`: fetches pages and feeds safely, finds their canonical URLs and proves them, and decides which URLs may enter a
 * registry of sources.
 *
 * @example
 * const result = await canonicalize('http://www.example.com/feed/?utm_source=x')
 * if (result.ok) console.log(result.url, result.reason)
 */
export * from './admit.ts'
export * from './canonicalize.ts'
export * from './net.ts'

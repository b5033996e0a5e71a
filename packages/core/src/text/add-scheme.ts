/**
 * The URL that a text without a scheme is probably meant as; null if it does not begin with the name of a host.
 *
 * @example addScheme('example.com/feed') // 'https://example.com/feed'
 */
export function addScheme(text: string): string | null {
  const [, host] = /^(?:\/\/)?([^\s/?#:@]+)(?::\d+)?(?:[/?#]|$)/.exec(text) ?? []
  return host !== undefined && /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$/u.test(host)
    ? `https://${text.replace(/^\/\//, '')}`
    : null
}

/** The host of a normalized URL, without its port. */
export function readHost(url: string): string {
  const [, host = ''] = /^https?:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/.exec(url) ?? []
  return host
}

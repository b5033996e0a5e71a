import type { Platform } from './platform.ts'

export const feedburner: Platform = {
  name: 'feedburner',
  domains: ['feeds.feedburner.com', 'feeds2.feedburner.com', 'feedproxy.google.com'],
  policy: {
    // `format=xml` asks for the feed itself where a browser would get a page about it: readers get the feed anyway.
    query: { strip: ['format', 'fmt'] },
    rewrites: ['feeds2.feedburner.com', 'feedproxy.google.com'].map((host) => ({
      match: `//${host}/$*`,
      to: '//feeds.feedburner.com/$*',
    })),
  },
}

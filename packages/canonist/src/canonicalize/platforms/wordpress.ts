import type { Platform } from './platform.ts'

export const wordpress: Platform = {
  name: 'wordpress',
  domains: ['wordpress.com'],
  generators: [
    'wordpress',
    'https://wordpress.org/',
    'http://wordpress.org/',
    'https://wordpress.com/',
    'http://wordpress.com/',
  ],
  policy: {
    // Opens the comment form below the same article.
    query: { strip: ['replytocom'] },
    // RSS 2.0 is the format of a bare /feed, so these are its longer names.
    rewrites: [
      { match: '/?feed=rss2', to: '/feed/' },
      { match: '/?feed=feed', to: '/feed/' },
      { match: '/index.php?feed=rss2', to: '/feed/' },
      { match: '/wp-rss2.php', to: '/feed/' },
      { match: '/feed/rss2', to: '/feed/' },
      { match: '/feed/rss2/', to: '/feed/' },
      { match: '/comments/feed/rss2/', to: '/comments/feed/' },
    ],
  },
}

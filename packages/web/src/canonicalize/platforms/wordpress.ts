import type { Platform } from './platform.ts'

// RSS 2.0 is the format of a bare /feed/, so `rss2` and `feed` are its longer names. Each stands below any folder.
const FOLDER = '^/([^?]*/|)'

export const wordpress: Platform = {
  name: 'wordpress',
  domains: ['wordpress.com'],
  urls: /[?&]feed=(?:feed|rss2?|atom|rdf)(?:&|$)/,
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
    rewrites: [
      { match: `${FOLDER}(?:index\\.php)?\\?feed=(?:feed|rss2)$`, to: '/$1feed/' },
      { match: `${FOLDER}(?:index\\.php)?\\?feed=(rss|atom|rdf)$`, to: '/$1feed/$2/' },
      { match: '^/([^?]*[^/?])\\?feed=(?:feed|rss2)$', to: '/$1/feed/' },
      { match: '^/([^?]*[^/?])\\?feed=(rss|atom|rdf)$', to: '/$1/feed/$2/' },
      { match: `${FOLDER}wp-(?:feed|rss2)\\.php$`, to: '/$1feed/' },
      { match: `${FOLDER}wp-(rss|atom|rdf)\\.php$`, to: '/$1feed/$2/' },
      { match: `${FOLDER}feed/rss2/?$`, to: '/$1feed/' },
      // WordPress redirects a feed without its slash.
      { match: `${FOLDER}feed$`, to: '/$1feed/' },
      { match: `${FOLDER}feed/(rss|atom|rdf)$`, to: '/$1feed/$2/' },
    ],
  },
}

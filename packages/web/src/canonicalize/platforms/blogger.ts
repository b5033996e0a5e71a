import type { Platform } from './platform.ts'

/** Readers were once sent to the domain of their country; all of them lead to blogspot.com since 2018. */
const COUNTRIES =
  'ae al am at ba be bg ca ch cl co.at co.id co.il co.ke co.nz co.uk co.za com.ar com.au com.br com.co com.cy com.ee com.eg com.es com.mt com.ng com.tr com.uy cz de dk fi fr gr hk hr hu ie in is it jp kr li lt lu md mk mx my nl no pe pt qa ro rs ru se sg si sk sn tw ug'

export const blogger: Platform = {
  name: 'blogger',
  domains: ['blogspot.com', ...COUNTRIES.split(' ').map((country) => `blogspot.${country}`)],
  generators: ['blogger'],
  policy: {
    // `redirect` tells a blog not to send the reader on to FeedBurner; `m` asks for the layout for small screens.
    query: { strip: ['redirect', 'm'] },
    rewrites: [
      { match: '/atom.xml', to: '/feeds/posts/default' },
      { match: '/rss.xml', to: '/feeds/posts/default?alt=rss' },
      ...COUNTRIES.split(' ').map((country) => ({
        match: `//$1.blogspot.${country}/$*`,
        to: '//$1.blogspot.com/$*',
      })),
    ],
  },
}

/** A page that only redirects to the URL in one of its parameters. */
export interface Redirector {
  /** Domains, each with all its subdomains: `google.com` covers `www.google.com`. */
  readonly hosts: readonly string[]
  /** The whole path, compared exactly; `*` if the host only redirects and the path is a reference. */
  readonly path: string
  /** The parameter with the target; the first name that holds an http(s) URL counts. */
  readonly param: string | readonly string[]
}

// https://www.google.com/supported_domains, by kind: google.es, google.com.mx, google.co.uk.
const GOOGLE_CC =
  'ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cd cf cg ch ci cl cm cn cv cz de dj dk dm dz ee es fi fm fr ga ge gg gl gm gr gy hn hr ht hu ie im iq is it je jo kg ki kz la li lk lt lu lv md me mg mk ml mn mu mv mw ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tl tm tn to tt vu ws'
const GOOGLE_COM_CC =
  'af ag ar au bd bh bn bo br bz co cu cy do ec eg et fj gh gi gt hk jm kh kw lb ly mm mt mx my na ng ni np om pa pe pg ph pk pr py qa sa sb sg sl sv tj tr tw ua uy vc vn'
const GOOGLE_CO_CC = 'ao bw ck cr id il in jp ke kr ls ma mz nz th tz ug uk uz ve vi za zm zw'

function listGoogleDomains(): readonly string[] {
  const under = (prefix: string, codes: string): string[] => codes.split(' ').map((code) => prefix + code)
  return [
    'google.com',
    ...under('google.', GOOGLE_CC),
    ...under('google.com.', GOOGLE_COM_CC),
    ...under('google.co.', GOOGLE_CO_CC),
  ]
}

/**
 * The redirectors that `unwrap` knows, each bound to host and path: a `url=` elsewhere may mean anything.
 * Left out: affiliate networks (the click is the point of the link), shorteners (the target is not in the URL),
 * targets in the path or in a whole query (google.com/amp/s/, href.li) and coded ones (bing.com/ck/a, urldefense.com, disq.us).
 */
export const REDIRECTORS: readonly Redirector[] = [
  { hosts: /* @__PURE__ */ listGoogleDomains(), path: '/url', param: ['q', 'url'] },
  { hosts: ['facebook.com', 'l.messenger.com'], path: '/l.php', param: 'u' },
  { hosts: ['l.instagram.com', 'l.threads.net', 'l.threads.com'], path: '/', param: 'u' },
  { hosts: ['out.reddit.com'], path: '*', param: 'url' },
  { hosts: ['t.umblr.com'], path: '/redirect', param: 'z' },
  { hosts: ['youtube.com'], path: '/redirect', param: 'q' },
  { hosts: ['steamcommunity.com'], path: '/linkfilter/', param: ['u', 'url'] },
  { hosts: ['duckduckgo.com'], path: '/l/', param: 'uddg' },
  { hosts: ['vk.com'], path: '/away.php', param: 'to' },
  { hosts: ['slack-redir.net'], path: '/link', param: 'url' },
  { hosts: ['linkedin.com'], path: '/redir/redirect', param: 'url' },
  { hosts: ['linkedin.com'], path: '/safety/go', param: 'url' },
  { hosts: ['safelinks.protection.outlook.com'], path: '/', param: 'url' },
  { hosts: ['medium.com'], path: '/r/', param: 'url' },
  { hosts: ['exit.sc', 'gate.sc'], path: '/', param: 'url' },
  { hosts: ['link.zhihu.com'], path: '/', param: 'target' },
]

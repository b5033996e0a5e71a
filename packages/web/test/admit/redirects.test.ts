import { describe } from 'node:test'
import { MAPPED } from './support/policies.ts'
import type { AdmissionNote } from '../../src/admit/words.ts'
import { testOnline, type Expected } from './support/cases.ts'

// Where a URL really leads: steps 8 and 9.

const OK = {}
const to = (location: string, status = 301) => ({ status, location })

describe('R1 sites without https', () => {
  const [SECURE, PLAIN] = ['https://viejo.gob.es/a/3', 'http://viejo.gob.es/a/3']
  const failing = (fails: string) => ({ [SECURE]: { fails }, [PLAIN]: OK })
  testOnline([
    {
      why: 'the port is closed',
      input: PLAIN,
      becomes: PLAIN,
      web: failing('ECONNREFUSED'),
      also: { flags: ['http_only'], redirectChain: [] },
    },
    {
      why: 'nobody speaks TLS there',
      input: PLAIN,
      becomes: PLAIN,
      web: failing('ERR_SSL_WRONG_VERSION_NUMBER'),
      also: { flags: ['http_only'] },
    },
    {
      why: 'a folder has its slash there, too',
      input: `${PLAIN}/`,
      becomes: `${PLAIN}/`,
      web: {
        [SECURE]: { fails: 'ECONNREFUSED' },
        [`${SECURE}/`]: { fails: 'ECONNREFUSED' },
        [PLAIN]: to(`${PLAIN}/`),
        [`${PLAIN}/`]: OK,
      },
      also: { flags: ['http_only'], notes: ['trailing_slash_kept:server_redirect'] },
    },
    {
      why: 'only www has a certificate',
      input: 'http://boe.es/a/3',
      becomes: 'https://www.boe.es/a/3',
      web: {
        'https://boe.es/a/3': { fails: 'ECONNREFUSED' },
        'http://boe.es/a/3': to('https://www.boe.es/a/3'),
        'https://www.boe.es/a/3': OK,
      },
      also: { redirectChain: [{ status: 301, to: 'https://www.boe.es/a/3' }] },
    },
    {
      why: 'nor has the bare name one, and the policy knows the other',
      input: 'https://sepe.es/a/3',
      becomes: 'https://www.sepe.es/a/3',
      policy: MAPPED,
      web: { 'https://sepe.es/a/3': { fails: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'https://www.sepe.es/a/3': OK },
      also: { notes: ['www_mapped'] },
    },
    {
      why: 'plain http may not lead out of the list either',
      input: PLAIN,
      becomes: null,
      web: { [SECURE]: { fails: 'ECONNREFUSED' }, [PLAIN]: to('https://tienda.com/') },
      also: { reason: 'redirect_left_allowlist' },
    },
    {
      why: 'nobody takes the call',
      input: PLAIN,
      becomes: PLAIN,
      web: failing('ETIMEDOUT'),
      also: { flags: ['http_only'] },
    },
    {
      why: 'https was asked for',
      input: SECURE,
      becomes: SECURE,
      web: failing('ECONNREFUSED'),
      also: { flags: ['resolution_failed'], notes: ['ended:connect_refused'] },
    },
    {
      why: 'an expired certificate is https',
      input: PLAIN,
      becomes: SECURE,
      web: failing('CERT_HAS_EXPIRED'),
      also: { flags: ['tls_invalid'] },
    },
    {
      why: 'so is one of another name',
      input: PLAIN,
      becomes: SECURE,
      web: failing('ERR_TLS_CERT_ALTNAME_INVALID'),
      also: { flags: ['tls_invalid'] },
    },
    {
      why: 'a reset says nothing of https',
      input: PLAIN,
      becomes: SECURE,
      web: failing('ECONNRESET'),
      also: { flags: ['resolution_failed'], notes: ['ended:reset'] },
    },
    {
      why: 'no such name',
      input: PLAIN,
      becomes: SECURE,
      web: failing('ENOTFOUND'),
      also: { flags: ['resolution_failed'] },
    },
    {
      why: 'plain http has no page either',
      input: PLAIN,
      becomes: SECURE,
      web: { [SECURE]: { fails: 'ECONNREFUSED' } },
      also: { flags: ['resolution_failed'] },
    },
    {
      why: 'https itself sends back',
      input: PLAIN,
      becomes: PLAIN,
      web: { [SECURE]: to(PLAIN), [PLAIN]: OK },
      also: { flags: ['http_only'], redirectChain: [to(PLAIN)].map(({ status }) => ({ status, to: PLAIN })) },
    },
    {
      why: 'back and forth',
      input: PLAIN,
      becomes: SECURE,
      web: { [SECURE]: to(PLAIN), [PLAIN]: to(SECURE) },
      also: { flags: ['redirect_loop'] },
    },
    {
      why: 'any other hop goes over https',
      input: SECURE,
      becomes: 'https://viejo.gob.es/b/4',
      web: { [SECURE]: to('http://viejo.gob.es/b/4'), 'https://viejo.gob.es/b/4': OK },
      also: { notes: ['hop_upgraded'], redirectChain: [{ status: 301, to: 'http://viejo.gob.es/b/4' }] },
    },
  ])
})

describe('R2 slashes that matter', () => {
  const [BARE, SLASHED, OTHER] = ['https://boe.es/a', 'https://boe.es/a/', 'https://boe.es/otra/cosa-nueva']
  testOnline([
    {
      why: 'the server wants it',
      input: SLASHED,
      becomes: SLASHED,
      web: { [BARE]: to('/a/'), [SLASHED]: OK },
      also: { notes: ['trailing_slash_kept:server_redirect'] },
    },
    {
      why: 'also from whoever left it out',
      input: BARE,
      becomes: SLASHED,
      web: { [BARE]: to('/a/'), [SLASHED]: OK },
      also: { notes: ['trailing_slash_kept:server_redirect'] },
    },
    {
      why: 'without it another page',
      input: SLASHED,
      becomes: SLASHED,
      web: { [BARE]: to(OTHER), [OTHER]: OK, [SLASHED]: OK },
      also: { notes: ['trailing_slash_kept:different_target'], redirectChain: [] },
    },
    {
      why: 'without it none',
      input: SLASHED,
      becomes: SLASHED,
      web: { [SLASHED]: OK },
      also: { notes: ['trailing_slash_kept:slashless_not_found'] },
    },
    {
      why: 'without it none any more',
      input: SLASHED,
      becomes: SLASHED,
      web: { [BARE]: { status: 410 }, [SLASHED]: OK },
    },
    {
      why: 'both lead to one page',
      input: SLASHED,
      becomes: OTHER,
      web: { [BARE]: to(OTHER), [SLASHED]: to(OTHER), [OTHER]: OK },
      also: { notes: [] },
    },
    {
      why: 'only with it there is a way',
      input: SLASHED,
      becomes: OTHER,
      web: { [SLASHED]: to(OTHER), [OTHER]: OK },
      also: { notes: [] },
    },
    { why: 'both serve', input: SLASHED, becomes: BARE, web: { [BARE]: OK, [SLASHED]: OK }, also: { notes: [] } },
    {
      why: 'neither serves',
      input: SLASHED,
      becomes: BARE,
      web: {},
      also: { flags: ['resolution_failed'], notes: ['ended:404'] },
    },
    {
      why: 'a redirect decides about its own slash',
      input: 'https://boe.es/b',
      becomes: SLASHED,
      web: { 'https://boe.es/b': to(SLASHED), [SLASHED]: OK },
      also: { notes: [] },
    },
  ])
})

describe('R7 redirects', () => {
  const at = (path: string): string => `https://boe.es${path}`
  const createChain = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, hop) => [at(`/h${hop}`), to(`/h${hop + 1}`)]))
  testOnline([
    ...[301, 302, 303, 307, 308].map((status) => ({
      why: String(status),
      input: at('/a'),
      becomes: at('/b/c-d'),
      web: { [at('/a')]: to('/b/c-d', status), [at('/b/c-d')]: OK },
      also: { redirectChain: [{ status, to: at('/b/c-d') }] },
    })),
    { why: 'five', input: at('/h0'), becomes: at('/h5'), web: { ...createChain(5), [at('/h5')]: OK } },
    {
      why: 'six are too many',
      input: at('/h0'),
      becomes: at('/h0'),
      web: { ...createChain(6), [at('/h6')]: OK },
      also: { flags: ['redirect_limit'] },
    },
    {
      why: 'in a circle',
      input: at('/a'),
      becomes: at('/a'),
      web: { [at('/a')]: to('/b'), [at('/b')]: to('/a') },
      also: { flags: ['redirect_loop'] },
    },
    {
      why: 'out of the list',
      input: at('/a'),
      becomes: null,
      web: { [at('/a')]: to('https://tienda.com/') },
      also: { reason: 'redirect_left_allowlist' },
    },
    {
      why: 'to a blocked host',
      input: at('/a'),
      becomes: null,
      web: { [at('/a')]: to('https://prensa.gob.es/') },
      also: { reason: 'redirect_left_allowlist' },
    },
    {
      why: 'out and back again',
      input: at('/a'),
      becomes: null,
      web: { [at('/a')]: to('https://tienda.com/'), 'https://tienda.com/': to(at('/b')), [at('/b')]: OK },
      also: { reason: 'redirect_left_allowlist', redirectChain: [{ status: 301, to: 'https://tienda.com/' }] },
    },
    {
      why: 'by way of a shortener',
      input: at('/a'),
      becomes: at('/b/c-d'),
      web: { [at('/a')]: to('https://bit.ly/1'), 'https://bit.ly/1': to(at('/b/c-d')), [at('/b/c-d')]: OK },
    },
    {
      why: 'out of the web',
      input: at('/a'),
      becomes: null,
      web: { [at('/a')]: to('ftp://boe.es/a') },
      also: { reason: 'redirect_scheme_not_allowed' },
    },
    {
      why: 'to an address',
      input: at('/a'),
      becomes: null,
      web: { [at('/a')]: to('http://10.0.0.1/') },
      also: { reason: 'redirect_ip_literal' },
    },
    {
      why: 'to an address in disguise',
      input: at('/a'),
      becomes: null,
      web: { [at('/a')]: to('http://0x7f.1/') },
      also: { reason: 'redirect_ip_literal' },
    },
    {
      why: 'with a password',
      input: at('/a'),
      becomes: null,
      web: { [at('/a')]: to('https://a:b@boe.es/') },
      also: { reason: 'redirect_userinfo' },
    },
    {
      why: 'to another port',
      input: at('/a'),
      becomes: null,
      web: { [at('/a')]: to('https://boe.es:8443/') },
      also: { reason: 'redirect_port_not_allowed' },
    },
    {
      why: 'to a name of the house',
      input: at('/a'),
      becomes: null,
      web: { [at('/a')]: to('https://intranet/') },
      also: { reason: 'redirect_invalid_host' },
    },
    {
      why: 'to what nobody reads alike',
      input: at('/a'),
      becomes: null,
      web: { [at('/a')]: to('https:///boe.es/b') },
      also: { reason: 'redirect_malformed' },
    },
    {
      why: 'to nowhere',
      input: at('/a'),
      becomes: at('/a'),
      web: { [at('/a')]: to('') },
      also: { flags: ['resolution_failed'], notes: ['ended:bad_redirect'] },
    },
    {
      why: 'what the server hangs on is taken off',
      input: at('/a'),
      becomes: at('/b/7?id=1'),
      web: {
        [at('/a')]: to('/b/7;jsessionid=F?utm_source=x&id=1#top'),
        [at('/b/7;jsessionid=F?utm_source=x&id=1')]: OK,
      },
      also: {
        stripped: ['jsessionid', 'utm_source'],
        fragment: '#top',
        redirectChain: [{ status: 301, to: at('/b/7;jsessionid=F?utm_source=x&id=1#top') }],
      },
    },
    {
      why: 'the last fragment of a Location is logged, and the chain keeps all of them',
      input: at('/a'),
      becomes: at('/d/7'),
      web: { [at('/a')]: to('/b#uno'), [at('/b')]: to(at('/c#dos')), [at('/c')]: to('/d/7'), [at('/d/7')]: OK },
      also: {
        fragment: '#dos',
        redirectChain: [
          { status: 301, to: at('/b#uno') },
          { status: 301, to: at('/c#dos') },
          { status: 301, to: at('/d/7') },
        ],
      },
    },
    {
      why: 'a route in a Location is lost as one of the input is',
      input: at('/a'),
      becomes: at('/b/7'),
      web: { [at('/a')]: to('/b/7#/ayudas'), [at('/b/7')]: OK },
      also: { fragment: '#/ayudas', flags: ['spa_fragment'] },
    },
    {
      why: 'an empty fragment is none',
      input: at('/a'),
      becomes: at('/b/7'),
      web: { [at('/a')]: to('/b/7#'), [at('/b/7')]: OK },
      also: { fragment: null },
    },
    {
      why: 'the fragment is the input’s',
      input: at('/a#uno'),
      becomes: at('/b/7'),
      web: { [at('/a')]: to('/b/7#dos'), [at('/b/7')]: OK },
      also: { fragment: '#uno' },
    },
    {
      why: 'the page at the end is broken',
      input: at('/a/3'),
      becomes: at('/a/3'),
      web: { [at('/a/3')]: to('/b'), [at('/b')]: { status: 503 } },
      also: { flags: ['resolution_failed'], notes: ['ended:503'] },
    },
    {
      why: 'the page at the end is not for everyone',
      input: at('/a'),
      becomes: at('/b/3'),
      web: { [at('/a')]: to('/b/3'), [at('/b/3')]: { status: 401 } },
      also: { flags: ['access_restricted'] },
    },
    {
      why: 'a login is not the page',
      input: at('/a/3'),
      becomes: at('/a/3'),
      web: { [at('/a/3')]: to('/login?next=/a/3', 302), [at('/login?next=/a/3')]: OK },
      also: { flags: ['access_restricted'], notes: ['ended:login'] },
    },
    {
      why: '300 leads nowhere',
      input: at('/a/3'),
      becomes: at('/a/3'),
      web: { [at('/a/3')]: to('/b', 300) },
      also: { flags: ['resolution_failed'] },
    },
    {
      why: 'a list that does not answer keeps its number',
      input: at('/a?page=2'),
      becomes: at('/a?page=2'),
      web: {},
      also: { flags: ['resolution_failed'], pagination: null },
    },
  ])
})

describe('RE short links', () => {
  const SHORT = 'https://bit.ly/3x'
  /** The cause is a note, and the link is admitted later. */
  const pending = (note: AdmissionNote): Expected => ({
    decision: 'pending',
    reason: 'needs_resolution',
    notes: [note],
    flags: [],
  })
  testOnline([
    {
      why: 'lead to a page',
      input: SHORT,
      becomes: 'https://boe.es/a/3',
      web: { [SHORT]: to('https://boe.es/a/3?utm_source=b'), 'https://boe.es/a/3?utm_source=b': OK },
    },
    {
      why: 'out of the list',
      input: SHORT,
      becomes: null,
      web: { [SHORT]: to('https://tienda.com/') },
      also: { reason: 'redirect_left_allowlist' },
    },
    { why: 'to nothing', input: SHORT, becomes: null, web: {}, also: { reason: 'shortener_unresolved' } },
    {
      why: 'are no page themselves',
      input: SHORT,
      becomes: null,
      web: { [SHORT]: OK },
      also: { reason: 'shortener_unresolved' },
    },
    {
      why: 'to a page that is broken',
      input: SHORT,
      becomes: null,
      web: { [SHORT]: to('https://boe.es/a'), 'https://boe.es/a': { status: 500 } },
      also: pending('ended:500'),
    },
    {
      why: 'to a page that is gone',
      input: SHORT,
      becomes: null,
      web: { [SHORT]: to('https://boe.es/a'), 'https://boe.es/a': { status: 410 } },
      also: { decision: 'reject', reason: 'shortener_unresolved' },
    },
    {
      why: 'do not answer',
      input: 'http://bit.ly/3x',
      becomes: null,
      web: { [SHORT]: { fails: 'ECONNREFUSED' }, 'http://bit.ly/3x': OK },
      also: pending('ended:connect_refused'),
    },
    ...(
      [
        ['ETIMEDOUT', 'ended:connect_timeout'],
        ['ENOTFOUND', 'ended:dns_failed'],
        ['ECONNRESET', 'ended:reset'],
        ['CERT_HAS_EXPIRED', 'ended:tls_error'],
      ] as const
    ).map(([fails, note]) => ({
      why: `fail with ${fails}`,
      input: SHORT,
      becomes: null,
      web: { [SHORT]: { fails } },
      also: pending(note),
    })),
    ...[500, 502, 503, 504, 429, 408].map((status) => ({
      why: `have a service that answers ${status}`,
      input: SHORT,
      becomes: null,
      web: { [SHORT]: { status } },
      also: pending(`ended:${status}`),
    })),
    ...[400, 401, 403, 404, 410].map((status) => ({
      why: `have a service that answers ${status}`,
      input: SHORT,
      becomes: null,
      web: { [SHORT]: { status } },
      also: { decision: 'reject' as const, reason: 'shortener_unresolved' as const },
    })),
    {
      why: 'from one to the next, which does not answer',
      input: SHORT,
      becomes: null,
      web: { [SHORT]: to('https://go.gov/y'), 'https://go.gov/y': { status: 503 } },
      also: pending('ended:503'),
    },
    {
      why: 'in a circle',
      input: SHORT,
      becomes: null,
      web: { [SHORT]: to('https://go.gov/y'), 'https://go.gov/y': to(SHORT) },
      also: { decision: 'reject', reason: 'shortener_unresolved' },
    },
    {
      why: 'on the way of another link, and do not answer',
      input: 'https://boe.es/a/3',
      becomes: 'https://boe.es/a/3',
      web: { 'https://boe.es/a/3': to(SHORT), [SHORT]: { status: 503 } },
      also: { decision: 'review', flags: ['resolution_failed'], notes: ['ended:503'] },
    },
    {
      why: 'from one to the next',
      input: SHORT,
      becomes: 'https://boe.es/a/3',
      web: { [SHORT]: to('https://go.gov/y'), 'https://go.gov/y': to('https://boe.es/a/3'), 'https://boe.es/a/3': OK },
    },
  ])
})

describe('R5 the host that a site uses, as seen', () => {
  const [BARE, WWW] = ['https://boe.es/a?id=1', 'https://www.boe.es/a?id=1']
  const MOVED = 'https://agenciatributaria.es/a/3'
  const SEDE = 'https://sede.agenciatributaria.gob.es/a/3'
  testOnline([
    {
      why: 'both serve',
      input: BARE,
      becomes: WWW,
      policy: MAPPED,
      web: { [BARE]: OK, [WWW]: OK },
      also: { notes: ['www_mapped'] },
    },
    {
      why: 'the listed one sends back',
      input: BARE,
      becomes: BARE,
      policy: MAPPED,
      web: { [BARE]: OK, [WWW]: to(BARE) },
      also: { flags: ['www_mapping_conflict'] },
    },
    {
      why: 'also where that is how we came',
      input: WWW,
      becomes: BARE,
      policy: MAPPED,
      web: { [BARE]: OK, [WWW]: to(BARE) },
      also: { flags: ['www_mapping_conflict'] },
      asks: [`GET ${WWW}`, `GET ${BARE}`],
    },
    {
      why: 'the listed one has no such page',
      input: BARE,
      becomes: BARE,
      policy: MAPPED,
      web: { [BARE]: OK },
      also: { notes: ['www_not_mapped'] },
    },
    {
      why: 'a redirect was there first',
      input: BARE,
      becomes: WWW,
      policy: MAPPED,
      web: { [BARE]: to(WWW), [WWW]: OK },
      also: { notes: [] },
    },
    {
      why: 'nobody has verified it',
      input: 'https://comunidad.madrid/a/3',
      becomes: 'https://www.comunidad.madrid/a/3',
      policy: MAPPED,
      web: { 'https://comunidad.madrid/a/3': OK, 'https://www.comunidad.madrid/a/3': OK },
      also: { flags: ['mapping_unverified'] },
    },
    {
      why: 'another domain that serves it',
      input: MOVED,
      becomes: SEDE,
      policy: MAPPED,
      web: { [MOVED]: OK, [SEDE]: OK },
      also: { notes: ['www_mapped'] },
    },
    {
      why: 'another domain that does not',
      input: MOVED,
      becomes: MOVED,
      policy: MAPPED,
      web: { [MOVED]: OK },
      also: { flags: ['www_mapping_conflict'] },
    },
    {
      why: 'another domain that nobody can reach',
      input: MOVED,
      becomes: MOVED,
      policy: MAPPED,
      web: (url) => (url === MOVED ? OK : { fails: 'ECONNREFUSED' }),
      also: { flags: ['mapping_unverified'] },
    },
    {
      why: 'found out by its home page',
      input: BARE,
      becomes: WWW,
      web: { [BARE]: OK, [WWW]: OK, 'http://boe.es/': to('https://www.boe.es/'), 'https://www.boe.es/': OK },
      also: { notes: ['www_mapped'] },
    },
    {
      why: 'the home page stays',
      input: BARE,
      becomes: BARE,
      web: { [BARE]: OK, [WWW]: OK, 'http://boe.es/': OK },
      also: { notes: [] },
    },
  ])
})

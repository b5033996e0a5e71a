import { describe } from 'node:test'
import { POLICY } from './support/policies.ts'
import { testOffline } from './support/cases.ts'

// What the text of a URL tells, without the network.

describe('R1 the scheme', () => {
  testOffline([
    { why: 'http becomes https', input: 'http://www.boe.es/buscar', becomes: 'https://www.boe.es/buscar' },
    { why: 'the scheme in capitals', input: 'HTTP://www.boe.es/buscar', becomes: 'https://www.boe.es/buscar' },
    { why: 'the port of http', input: 'http://www.boe.es:80/buscar', becomes: 'https://www.boe.es/buscar' },
    { why: 'the port of https', input: 'https://www.boe.es:443/buscar', becomes: 'https://www.boe.es/buscar' },
    {
      why: 'another port is no slip',
      input: 'https://www.boe.es:8443/',
      becomes: null,
      also: { reason: 'port_not_allowed' },
    },
    {
      why: 'the port of the other scheme',
      input: 'https://www.boe.es:80/',
      becomes: null,
      also: { reason: 'port_not_allowed' },
    },
    { why: 'files are no pages', input: 'ftp://www.boe.es/a', becomes: null, also: { reason: 'scheme_not_allowed' } },
    { why: 'nor are scripts', input: 'javascript:alert(1)', becomes: null, also: { reason: 'scheme_not_allowed' } },
    { why: 'nor mailboxes', input: 'mailto:a@boe.es', becomes: null, also: { reason: 'scheme_not_allowed' } },
    {
      why: 'without a scheme',
      input: 'boe.es/a?id=1',
      becomes: 'https://boe.es/a?id=1',
      also: { notes: ['scheme_assumed'] },
    },
    { why: 'a bare host', input: 'www.boe.es', becomes: 'https://www.boe.es', also: { notes: ['scheme_assumed'] } },
    { why: 'a bare host with a port', input: 'boe.es:8080/a', becomes: null, also: { reason: 'port_not_allowed' } },
    { why: 'a bare host and a fragment', input: 'boe.es#top', becomes: 'https://boe.es', also: { fragment: '#top' } },
    { why: 'nothing', input: '', becomes: null, also: { reason: 'malformed', dedupeKey: '', trace: [] } },
    { why: 'blanks', input: '   ', becomes: null, also: { reason: 'malformed' } },
    {
      why: 'blanks of documents that nobody sees',
      input: '\u200b\u00a0https://www.boe.es/a/3\u00a0\ufeff',
      becomes: 'https://www.boe.es/a/3',
    },
    { why: 'and before a bare host', input: '\u2003boe.es/a?id=1\u200b', becomes: 'https://boe.es/a?id=1' },
    { why: 'a word', input: 'boletin', becomes: null, also: { reason: 'malformed' } },
    { why: 'a path', input: '/buscar', becomes: null, also: { reason: 'malformed' } },
    {
      why: 'a sentence that begins with a host',
      input: 'www.boe.es y otros',
      becomes: null,
      also: { reason: 'malformed' },
    },
    { why: 'no scheme but two slashes', input: '//www.boe.es/a', becomes: null, also: { reason: 'malformed' } },
    { why: 'a mail address', input: 'ana@boe.es', becomes: null, also: { reason: 'malformed' } },
    { why: 'a password', input: 'https://ana:pw@www.boe.es/', becomes: null, also: { reason: 'userinfo' } },
    { why: 'a user name alone', input: 'https://ana@www.boe.es/', becomes: null, also: { reason: 'userinfo' } },
    { why: 'one slash', input: 'https:/www.boe.es/a', becomes: null, also: { reason: 'malformed' } },
    { why: 'no slash', input: 'https:www.boe.es/a', becomes: null, also: { reason: 'malformed' } },
    { why: 'three slashes', input: 'https:///www.boe.es/a', becomes: null, also: { reason: 'malformed' } },
    { why: 'backslashes', input: 'https:\\\\www.boe.es\\a', becomes: null, also: { reason: 'malformed' } },
    { why: 'a backslash in the path', input: 'https://www.boe.es/a\\b', becomes: null, also: { reason: 'malformed' } },
    {
      why: 'an @ that only some read as userinfo',
      input: 'https://www.boe.es?@10.0.0.1/',
      becomes: null,
      also: { reason: 'malformed' },
    },
  ])
})

describe('R2 the trailing slash', () => {
  testOffline([
    { why: 'goes', input: 'https://sepe.es/Personas/', becomes: 'https://sepe.es/Personas' },
    { why: 'goes before a query', input: 'https://sepe.es/a/?id=1', becomes: 'https://sepe.es/a?id=1' },
    { why: 'all of them go', input: 'https://sepe.es/a/b///', becomes: 'https://sepe.es/a/b' },
    { why: 'inner ones stay', input: 'https://sepe.es/a//b', becomes: 'https://sepe.es/a//b' },
    { why: 'the root is written without', input: 'https://boe.es/', becomes: 'https://boe.es' },
    { why: 'the root without one stays', input: 'https://boe.es', becomes: 'https://boe.es', also: { trace: [] } },
    { why: 'the root keeps it before a query', input: 'https://boe.es?id=1', becomes: 'https://boe.es/?id=1' },
  ])
})

describe('R3 the query', () => {
  const LISTED = [
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'utm_term',
    'utm_content',
    'fbclid',
    'gclid',
    'gad_source',
    'ref',
    'source',
    'origin',
    'mc_cid',
    'mc_eid',
    '_ga',
    '_gl',
    'hsCtaTracking',
    'mkt_tok',
  ]
  testOffline(
    LISTED.map((name) => ({
      why: 'listed',
      input: `https://sepe.es/a?${name}=1&id=7`,
      becomes: 'https://sepe.es/a?id=7',
      also: { stripped: [name] },
    })),
  )
  const KEPT = [
    'lang=es',
    'idioma=es',
    'locale=es',
    'id=7',
    'codigo=A',
    'expediente=3',
    'tipo=x',
    'category=y',
    'seccion=z',
  ]
  testOffline(
    KEPT.map((pair) => ({
      why: 'kept',
      input: `https://sepe.es/a?${pair}`,
      becomes: `https://sepe.es/a?${pair}`,
      also: { stripped: [], unknownParams: [] },
    })),
  )
  testOffline([
    {
      why: 'case does not matter',
      input: 'https://sepe.es/a?UTM_Source=1',
      becomes: 'https://sepe.es/a',
      also: { stripped: ['UTM_Source'] },
    },
    {
      why: 'nor does an escape',
      input: 'https://sepe.es/a?utm%5Fsource=1&id=2',
      becomes: 'https://sepe.es/a?id=2',
      also: { stripped: ['utm%5Fsource'] },
    },
    {
      why: 'a whole name only',
      input: 'https://sepe.es/ref?resource=1',
      becomes: 'https://sepe.es/ref?resource=1',
      also: { flags: ['unknown_param'], unknownParams: ['resource'], stripped: [] },
    },
    {
      why: 'unknown ones stay, each named once',
      input: 'https://sepe.es/a?x=1&y=2&x=3',
      becomes: 'https://sepe.es/a?x=1&y=2&x=3',
      also: { flags: ['unknown_param'], unknownParams: ['x', 'y'] },
    },
    {
      why: 'of a family, yet not listed',
      input: 'https://sepe.es/a?utm_id=1',
      becomes: 'https://sepe.es/a?utm_id=1',
      also: { flags: ['unknown_param'], unknownParams: ['utm_id'] },
    },
    {
      why: 'unless the policy lists it',
      input: 'https://sepe.es/a?utm_id=1',
      becomes: 'https://sepe.es/a',
      policy: { ...POLICY, query: { strip: ['utm_*'] } },
      also: { stripped: ['utm_id'] },
    },
    {
      why: 'a site may keep what others strip',
      input: 'https://sepe.es/a?ref=1',
      becomes: 'https://sepe.es/a?ref=1',
      policy: { ...POLICY, sites: { 'sepe.es': { query: { keep: ['ref'] } } } },
      also: { stripped: [], unknownParams: [] },
    },
    {
      why: 'other sites do not',
      input: 'https://boe.es/a?ref=1',
      becomes: 'https://boe.es/a',
      policy: { ...POLICY, sites: { 'sepe.es': { query: { keep: ['ref'] } } } },
    },
    {
      why: 'order, doubles and blanks stay',
      input: 'https://sepe.es/a?tipo=b&id=&tipo=a',
      becomes: 'https://sepe.es/a?tipo=b&id=&tipo=a',
    },
    { why: 'empty pairs go', input: 'https://sepe.es/a?id=1&&tipo=2&', becomes: 'https://sepe.es/a?id=1&tipo=2' },
    { why: 'a lone question mark goes', input: 'https://sepe.es/a?', becomes: 'https://sepe.es/a' },
    { why: 'a plus stays a plus', input: 'https://sepe.es/a?id=a+b', becomes: 'https://sepe.es/a?id=a+b' },
    { why: 'a blank is escaped', input: 'https://sepe.es/a?id=a b', becomes: 'https://sepe.es/a?id=a%20b' },
    {
      why: 'what a policy lists in keep is never stripped',
      input: 'https://sepe.es/a?id=1',
      becomes: 'https://sepe.es/a?id=1',
      policy: { ...POLICY, query: { strip: ['id'] } },
    },
  ])
})

describe('R4 the fragment', () => {
  testOffline([
    {
      why: 'goes, and is written down',
      input: 'https://sepe.es/a#sec-2',
      becomes: 'https://sepe.es/a',
      also: { fragment: '#sec-2' },
    },
    {
      why: 'an empty one is none',
      input: 'https://sepe.es/a#',
      becomes: 'https://sepe.es/a',
      also: { fragment: null },
    },
    {
      why: 'a route of an application',
      input: 'https://sepe.es/a#!/b/1',
      becomes: 'https://sepe.es/a',
      also: { fragment: '#!/b/1', flags: ['spa_fragment'] },
    },
    {
      why: 'another kind of route',
      input: 'https://sepe.es/#/b',
      becomes: 'https://sepe.es',
      also: { fragment: '#/b', flags: ['spa_fragment'] },
    },
    {
      why: 'a ? behind it is part of it',
      input: 'https://sepe.es/a#b?ref=1',
      becomes: 'https://sepe.es/a',
      also: { fragment: '#b?ref=1', stripped: [] },
    },
  ])
})

describe('R6 the host', () => {
  testOffline([
    { why: 'in lower case', input: 'https://SEPE.es/Personas', becomes: 'https://sepe.es/Personas' },
    {
      why: 'path and query keep their case',
      input: 'https://sepe.es/HOME?ID=aB',
      becomes: 'https://sepe.es/HOME?ID=aB',
    },
    { why: 'without its last dot', input: 'https://sepe.es./a', becomes: 'https://sepe.es/a' },
    { why: 'as an A-label', input: 'https://niño.gob.es/a/b-c', becomes: 'https://xn--nio-8ma.gob.es/a/b-c' },
    { why: 'an address', input: 'http://10.0.0.7/a', becomes: null, also: { reason: 'ip_literal' } },
    { why: 'a public address too', input: 'http://93.184.216.34/a', becomes: null, also: { reason: 'ip_literal' } },
    { why: 'as one number', input: 'http://2130706433/', becomes: null, also: { reason: 'ip_literal' } },
    { why: 'in hex', input: 'http://0x7f.0.0.1/', becomes: null, also: { reason: 'ip_literal' } },
    { why: 'in octal', input: 'http://0177.0.0.01/', becomes: null, also: { reason: 'ip_literal' } },
    { why: 'short', input: 'http://127.1/', becomes: null, also: { reason: 'ip_literal' } },
    { why: 'IPv6', input: 'http://[::1]/', becomes: null, also: { reason: 'ip_literal' } },
    { why: 'one label', input: 'http://intranet/a', becomes: null, also: { reason: 'invalid_host' } },
    { why: 'a name of no public suffix', input: 'http://boe.local/', becomes: null, also: { reason: 'invalid_host' } },
    { why: 'letters of two scripts', input: 'https://b\u043ee.es/', becomes: null, also: { reason: 'invalid_host' } },
  ])
})

describe('R8 the session', () => {
  const NAMES = [
    'JSESSIONID',
    'jsessionid',
    'PHPSESSID',
    'sid',
    'session_id',
    'ASPSESSIONIDQQARCDTB',
    'cfid',
    'CFTOKEN',
    'sessionToken',
    'MySession',
  ]
  testOffline(
    NAMES.map((name) => ({
      why: 'a session',
      input: `https://sede.uno.gob.es/a?id=1&${name}=X`,
      becomes: 'https://sede.uno.gob.es/a?id=1',
      also: { stripped: [name] },
    })),
  )
  testOffline([
    {
      why: 'in the path',
      input: 'https://sede.uno.gob.es/a;jsessionid=F0?id=1',
      becomes: 'https://sede.uno.gob.es/a?id=1',
      also: { stripped: ['jsessionid'] },
    },
    {
      why: 'in any segment',
      input: 'https://sede.uno.gob.es/a;JSESSIONID=F0/b/3',
      becomes: 'https://sede.uno.gob.es/a/b/3',
      also: { stripped: ['JSESSIONID'] },
    },
    {
      why: 'with the suffix of a cluster',
      input: 'https://sede.uno.gob.es/a/3;jsessionid=F0!-17!99',
      becomes: 'https://sede.uno.gob.es/a/3',
    },
    {
      why: 'other parameters of a path stay',
      input: 'https://sede.uno.gob.es/a/3;v=2;jsessionid=F0',
      becomes: 'https://sede.uno.gob.es/a/3;v=2',
    },
    {
      why: 'a segment that is one',
      input: 'https://sede.uno.gob.es/(S(lit3py55))/a/3',
      becomes: 'https://sede.uno.gob.es/a/3',
      also: { stripped: ['(S(lit3py55))'] },
    },
    {
      why: 'not a session by its name',
      input: 'https://sede.uno.gob.es/a?sesion=3',
      becomes: 'https://sede.uno.gob.es/a?sesion=3',
      also: { flags: ['unknown_param'], unknownParams: ['sesion'] },
    },
    {
      why: 'nor with an underscore',
      input: 'https://sede.uno.gob.es/a?user_session=3',
      becomes: 'https://sede.uno.gob.es/a?user_session=3',
      also: { flags: ['unknown_param'], unknownParams: ['user_session'] },
    },
    {
      why: 'words of a path are words',
      input: 'https://sede.uno.gob.es/session/sid/7',
      becomes: 'https://sede.uno.gob.es/session/sid/7',
      also: { stripped: [] },
    },
    {
      why: 'a policy may keep one',
      input: 'https://sede.uno.gob.es/a?sid=3',
      becomes: 'https://sede.uno.gob.es/a?sid=3',
      policy: { ...POLICY, sites: { 'uno.gob.es': { query: { keep: ['sid'] } } } },
    },
  ])
})

describe('RE broken encodings', () => {
  testOffline([
    { why: 'blanks', input: 'https://uno.gob.es/la vida/3', becomes: 'https://uno.gob.es/la%20vida/3' },
    { why: 'around it', input: ' \t https://uno.gob.es/a/3 \n', becomes: 'https://uno.gob.es/a/3' },
    { why: 'letters', input: 'https://uno.gob.es/niño/3', becomes: 'https://uno.gob.es/ni%C3%B1o/3' },
    {
      why: 'hex digits in capitals',
      input: 'https://uno.gob.es/ni%c3%b1o/3',
      becomes: 'https://uno.gob.es/ni%C3%B1o/3',
    },
    { why: 'needless escapes', input: 'https://uno.gob.es/%7Ea/3', becomes: 'https://uno.gob.es/~a/3' },
    { why: 'an escaped slash is no slash', input: 'https://uno.gob.es/a%2fb/3', becomes: 'https://uno.gob.es/a%2Fb/3' },
    { why: 'a lone percent sign', input: 'https://uno.gob.es/100%/3', becomes: 'https://uno.gob.es/100%25/3' },
    {
      why: 'escapes of another encoding',
      input: 'https://uno.gob.es/ni%F1o/3',
      becomes: 'https://uno.gob.es/ni%F1o/3',
      also: { flags: ['non_utf8_escape'] },
    },
    { why: 'dot segments', input: 'https://uno.gob.es/a/../b/./3', becomes: 'https://uno.gob.es/b/3' },
    {
      why: 'a line break inside',
      input: 'https://uno.gob.es/a\nb',
      becomes: null,
      also: { reason: 'control_character', notes: ['control_character:21'] },
    },
    {
      why: 'a tab inside, and blanks around that do not count as such',
      input: ' \thttps://uno.gob.es/a\tb\n',
      becomes: null,
      also: { reason: 'control_character', notes: ['control_character:23'] },
    },
    {
      why: 'a NUL behind a character of two code units',
      input: 'https://uno.gob.es/\u{1f600}\u0000',
      becomes: null,
      also: { reason: 'control_character', notes: ['control_character:21'] },
    },
    {
      why: 'identifiers byte by byte',
      input: 'https://sede.uno.gob.es/wps/65850D68-8d06-4645-bde7-05374ee42ac7',
      becomes: 'https://sede.uno.gob.es/wps/65850D68-8d06-4645-bde7-05374ee42ac7',
    },
  ])
})

describe('RA the lists of the policy', () => {
  testOffline([
    { why: 'a listed domain', input: 'https://boe.es/a/3', becomes: 'https://boe.es/a/3' },
    { why: 'covers what is below', input: 'https://sede.de.boe.es/a/3', becomes: 'https://sede.de.boe.es/a/3' },
    { why: 'a star covers the domain itself', input: 'https://gob.es/a/3', becomes: 'https://gob.es/a/3' },
    {
      why: 'whoever is not named stays out',
      input: 'https://tienda.com/',
      becomes: null,
      also: { reason: 'not_allowlisted' },
    },
    {
      why: 'a label is whole or not meant',
      input: 'https://miboe.es/',
      becomes: null,
      also: { reason: 'not_allowlisted' },
    },
    {
      why: 'the end of a name, not its beginning',
      input: 'https://boe.es.tienda.com/',
      becomes: null,
      also: { reason: 'not_allowlisted' },
    },
    {
      why: 'blocked below an allowed domain',
      input: 'https://www.prensa.gob.es/',
      becomes: null,
      also: { reason: 'blocklisted' },
    },
    {
      why: 'a short link waits',
      input: 'https://bit.ly/3x',
      becomes: null,
      also: { decision: 'pending', reason: 'needs_resolution', dedupeKey: 'bit.ly/3x' },
    },
    {
      why: 'a policy without a list lets nobody in',
      input: 'https://boe.es/',
      becomes: null,
      policy: { name: 'a', extends: 'sources' },
      also: { reason: 'not_allowlisted' },
    },
  ])
})

import type { LinkType } from '@canonist/core'
import type { AdmissionFlag } from '../../../src/admit/words.ts'
import type { Case, NetworkCase } from './cases.ts'
import { MAPPED } from './policies.ts'
import type { Route } from './simulated-web.ts'

/** The examples with which a rule of the link policy is told. */
export interface RuleExamples {
  readonly rule: string
  readonly offline?: readonly Case[]
  readonly online?: readonly NetworkCase[]
}

const OK = {}
const PORTAL = 'https://www.seg-social.es/wps/portal/wss/internet/Trabajadores/65850d68-8d06-4645-bde7-05374ee42ac7'
const serving = (...urls: readonly string[]) => Object.fromEntries(urls.map((url) => [url, OK]))

const PERSONAS = 'https://www.sepe.es/HomeSepe/Personas'
const BARE = 'https://sepe.es/HomeSepe/Personas'
const web = serving(PERSONAS, BARE)
const LIST = 'https://www.boe.es/buscar?tipo=leyes'
const gencat = (token: string): string => `https://web.gencat.cat/${token}/tramits/tramit-12345`
const euskadi = (token: string): string => `https://euskadi.eus/tramite/${token}/12345`
const SEPE = 'https://www.sepe.es'
const LEAVING = `${SEPE}/HomeSepe/Personas/Distribucion-Prestaciones/he-dejado-de-trabajar.html`
const asIs = (why: string, input: string) =>
  ({ why, input, becomes: input, also: { linkType: 'informative', stripped: [] } }) as const

const hops = (count: number): Record<string, Route> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, hop) => [
      `https://boe.es/salto-${hop}`,
      { status: 301, location: `https://boe.es/salto-${hop + 1}` },
    ]),
  )
const ofKind = (input: string, linkType: LinkType, flags: readonly AdmissionFlag[] = []): Case => ({
  why: linkType,
  input,
  becomes: input,
  also: { linkType, flags },
})

export const RULES: readonly RuleExamples[] = [
  {
    rule: 'Why canonicalize: two spellings, one record',
    online: [
      {
        why: 'http, www and a slash',
        input: 'http://www.sepe.es/HomeSepe/Personas/',
        becomes: PERSONAS,
        policy: MAPPED,
        web,
      },
      { why: 'https without www', input: BARE, becomes: PERSONAS, policy: MAPPED, web },
      {
        why: 'with tracking',
        input: 'https://sede.seg-social.gob.es/page?lang=es&utm_source=google',
        becomes: 'https://sede.seg-social.gob.es/page?lang=es',
        web: serving('https://sede.seg-social.gob.es/page?lang=es'),
      },
      {
        why: 'without',
        input: 'https://sede.seg-social.gob.es/page?lang=es',
        becomes: 'https://sede.seg-social.gob.es/page?lang=es',
        web: serving('https://sede.seg-social.gob.es/page?lang=es'),
      },
    ],
  },
  {
    rule: 'Rule 1: always https',
    online: [
      {
        why: 'and the server keeps its slash',
        input: 'http://www.boe.es/buscar/',
        becomes: 'https://www.boe.es/buscar/',
        web: {
          'https://www.boe.es/buscar': { status: 301, location: '/buscar/' },
          ...serving('https://www.boe.es/buscar/'),
        },
      },
    ],
  },
  {
    rule: 'Rule 2: no trailing slash',
    offline: [
      { why: 'of a path', input: 'https://sepe.es/HomeSepe/Personas/', becomes: 'https://sepe.es/HomeSepe/Personas' },
      { why: 'of the root', input: 'https://boe.es/', becomes: 'https://boe.es' },
    ],
  },
  {
    rule: 'Rule 3: no tracking',
    offline: [
      {
        why: 'strips',
        input: 'https://sepe.es/page?utm_source=twitter&lang=es',
        becomes: 'https://sepe.es/page?lang=es',
      },
      {
        why: 'preserves',
        input: 'https://boe.es/buscar?id=BOE-A-2023-12345',
        becomes: 'https://boe.es/buscar?id=BOE-A-2023-12345',
      },
    ],
  },
  {
    rule: 'Rule 4: no fragment',
    offline: [
      {
        why: 'kept aside',
        input: 'https://inclusion.gob.es/extranjeria#requisitos',
        becomes: 'https://inclusion.gob.es/extranjeria',
        also: { fragment: '#requisitos' },
      },
    ],
  },
  {
    rule: 'Rule 5: the host that the domain uses',
    offline: [
      { why: 'boe', input: 'https://boe.es/a/3', becomes: 'https://www.boe.es/a/3', policy: MAPPED },
      { why: 'sepe', input: 'https://sepe.es/a/3', becomes: 'https://www.sepe.es/a/3', policy: MAPPED },
      {
        why: 'seg-social',
        input: 'https://seg-social.es/a/3',
        becomes: 'https://www.seg-social.es/a/3',
        policy: MAPPED,
      },
      {
        why: 'agenciatributaria',
        input: 'https://agenciatributaria.es',
        becomes: 'https://sede.agenciatributaria.gob.es',
        policy: MAPPED,
      },
      {
        why: 'comunidad.madrid',
        input: 'https://comunidad.madrid',
        becomes: 'https://www.comunidad.madrid',
        policy: MAPPED,
        also: { flags: ['mapping_unverified'] },
      },
    ],
  },
  {
    rule: 'Rule 6: the domain in lower case, the path as it is',
    offline: [
      { why: 'both', input: 'https://SEPE.ES/HomeSepe/Personas', becomes: 'https://sepe.es/HomeSepe/Personas' },
    ],
  },
  {
    rule: 'Rule 7: where the redirects end',
    online: [
      {
        why: 'two hops',
        input: 'https://seg-social.es/imv',
        becomes: PORTAL,
        web: {
          'https://seg-social.es/imv': { status: 301, location: 'https://www.seg-social.es/imv' },
          'https://www.seg-social.es/imv': { status: 302, location: PORTAL },
          [PORTAL]: OK,
        },
        also: {
          redirectChain: [
            { status: 301, to: 'https://www.seg-social.es/imv' },
            { status: 302, to: PORTAL },
          ],
        },
      },
    ],
  },
  {
    rule: 'Rule 8: no session',
    offline: [
      {
        why: 'in the path',
        input: 'https://sede.example.gob.es/tramite;jsessionid=ABC123?id=456',
        becomes: 'https://sede.example.gob.es/tramite?id=456',
      },
    ],
  },
  {
    rule: 'Rule 9: the beginning of a list',
    online: [
      {
        why: 'seven of twelve',
        input: `${LIST}&p=7`,
        becomes: LIST,
        web: { [`${LIST}&p=7`]: { links: [`${LIST}&amp;p=1`, `${LIST}&amp;p=12`] }, [LIST]: OK },
        also: { pagination: { paginated: true, total_pages: 12, page_param: 'p', current_page: 7 } },
      },
    ],
  },
  {
    rule: 'Rule 10: Spanish before others',
    online: [
      {
        why: 'Catalan',
        input: gencat('ca'),
        becomes: gencat('es'),
        web: serving(...['ca', 'es', 'en'].map(gencat)),
        also: { alternates: { ca: gencat('ca'), en: gencat('en') } },
      },
      {
        why: 'Basque',
        input: euskadi('eu'),
        becomes: euskadi('es'),
        web: serving(...['eu', 'es'].map(euskadi)),
        also: { alternates: { eu: euskadi('eu') } },
      },
    ],
  },
  {
    rule: 'Kinds of links',
    offline: [
      { why: 'one procedure', input: LEAVING, becomes: LEAVING, also: { linkType: 'informative' } },
      { why: 'a home page', input: SEPE, becomes: SEPE, also: { linkType: 'homepage' } },
      {
        why: 'a section',
        input: `${SEPE}/HomeSepe/Personas`,
        becomes: `${SEPE}/HomeSepe/Personas`,
        also: { linkType: 'section' },
      },
    ],
  },
  {
    rule: 'Edge cases',
    offline: [
      asIs('the gazette by act', 'https://www.boe.es/buscar/act.php?id=BOE-A-2023-12345'),
      asIs('the gazette by day', 'https://www.boe.es/diario_boe/txt.php?id=BOE-A-2023-12345'),
      asIs('identifiers of portals', PORTAL.replace('www.seg-social.es', 'sede.seg-social.gob.es')),
      {
        why: 'blanks',
        input: 'https://example.gob.es/tramite con espacios',
        becomes: 'https://example.gob.es/tramite%20con%20espacios',
      },
    ],
    online: [
      {
        why: 'a short link',
        input: 'https://bit.ly/2imv',
        becomes: PORTAL,
        web: { 'https://bit.ly/2imv': { status: 301, location: PORTAL }, [PORTAL]: OK },
      },
      {
        why: 'a short link to elsewhere',
        input: 'https://goo.gl/2imv',
        becomes: null,
        policy: { ...MAPPED, hosts: { ...MAPPED.hosts, shorteners: ['goo.gl'] } },
        web: { 'https://goo.gl/2imv': { status: 301, location: 'https://tienda.com/' } },
        also: { reason: 'redirect_left_allowlist' },
      },
    ],
  },
  {
    rule: 'Rule 1: the exception, a site without https',
    online: [
      {
        why: 'stored with http, for a person to look at',
        input: 'http://viejo.gob.es/ayuda/3',
        becomes: 'http://viejo.gob.es/ayuda/3',
        web: { 'https://viejo.gob.es/ayuda/3': { fails: 'ECONNREFUSED' }, ...serving('http://viejo.gob.es/ayuda/3') },
        also: { flags: ['http_only'] },
      },
    ],
  },
  {
    rule: 'Rule 2: the exception, another page without the slash',
    online: [
      {
        why: 'kept and noted',
        input: 'https://sepe.es/oferta/',
        becomes: 'https://sepe.es/oferta/',
        web: {
          'https://sepe.es/oferta': { status: 302, location: 'https://sepe.es/portada' },
          ...serving('https://sepe.es/oferta/', 'https://sepe.es/portada'),
        },
        also: { notes: ['trailing_slash_kept:different_target'] },
      },
    ],
  },
  {
    rule: 'Rule 3: when uncertain, preserve and log',
    offline: [
      {
        why: 'a name that nobody lists',
        input: 'https://sepe.es/ayuda-7?provincia=28',
        becomes: 'https://sepe.es/ayuda-7?provincia=28',
        also: { flags: ['unknown_param'], unknownParams: ['provincia'] },
      },
    ],
  },
  {
    rule: 'Rule 7: the limits',
    online: [
      {
        why: 'five hops are followed',
        input: 'https://boe.es/salto-0',
        becomes: 'https://boe.es/salto-5',
        web: { ...hops(5), ...serving('https://boe.es/salto-5') },
      },
      {
        why: 'with a sixth the original is stored, for a person to look at',
        input: 'https://boe.es/salto-0',
        becomes: 'https://boe.es/salto-0',
        web: { ...hops(6), ...serving('https://boe.es/salto-6') },
        also: { flags: ['redirect_limit'] },
      },
      {
        why: 'a redirect to a shop',
        input: 'https://boe.es/salto-0',
        becomes: null,
        web: { 'https://boe.es/salto-0': { status: 301, location: 'https://tienda.com/' } },
        also: { reason: 'redirect_left_allowlist' },
      },
    ],
  },
  {
    rule: 'Rule 8: every name of a session',
    offline: [
      'JSESSIONID',
      'PHPSESSID',
      'sid',
      'session_id',
      'ASPSESSIONIDQQ',
      'cfid',
      'cftoken',
      'MySessionToken',
    ].map((name) => ({
      why: name,
      input: `https://sede.example.gob.es/tramite?${name}=ABC123&id=456`,
      becomes: 'https://sede.example.gob.es/tramite?id=456',
      also: { stripped: [name] },
    })),
  },
  {
    rule: 'Rule 10: French beside Spanish, and none in Spanish',
    online: [
      {
        why: 'French is an alternate',
        input: gencat('es'),
        becomes: gencat('es'),
        web: serving(...['es', 'fr'].map(gencat)),
        also: { alternates: { fr: gencat('fr') }, language: 'es' },
      },
      {
        why: 'what there is, for a person to look at',
        input: gencat('ca'),
        becomes: gencat('ca'),
        web: serving(gencat('ca')),
        also: { flags: ['no_spanish_version'], language: 'ca' },
      },
    ],
  },
  {
    rule: 'Kinds of links: the heuristics',
    offline: [
      ...['', '/inicio', '/home', '/es'].map((path) => ofKind(`https://boe.es${path}`, 'homepage')),
      ofKind('https://boe.es/tramites/7', 'informative'),
      ofKind('https://boe.es/prestacion-desempleo', 'informative'),
      ofKind('https://boe.es/guia.pdf', 'informative'),
    ],
    online: [
      {
        ...ofKind('https://boe.es/personas/ayudas', 'informative'),
        why: 'its title names a procedure',
        web: { 'https://boe.es/personas/ayudas': { title: 'Solicitud de la prestación por desempleo' } },
      },
    ],
  },
  {
    rule: 'Kinds of links: a source is an informative link',
    offline: [
      { ...ofKind('https://boe.es', 'homepage', ['homepage_link']), purpose: 'fuente_url' },
      { ...ofKind('https://boe.es/personas/ayudas', 'section', ['section_link']), purpose: 'fuente_url' },
      { ...ofKind('https://boe.es/personas/ayudas/7', 'informative'), purpose: 'fuente_url' },
    ],
  },
]

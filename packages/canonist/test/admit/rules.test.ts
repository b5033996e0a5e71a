import { describe } from 'node:test'
import { MAPPED } from './support/policies.ts'
import { testOffline, testOnline } from './support/cases.ts'

// The examples with which the rules of the link policy are told, each under its rule.

const OK = {}
const PORTAL = 'https://www.seg-social.es/wps/portal/wss/internet/Trabajadores/65850d68-8d06-4645-bde7-05374ee42ac7'
const serving = (...urls: readonly string[]) => Object.fromEntries(urls.map((url) => [url, OK]))

describe('Why canonicalize: two spellings, one record', () => {
  const PERSONAS = 'https://www.sepe.es/HomeSepe/Personas'
  const BARE = 'https://sepe.es/HomeSepe/Personas'
  const web = serving(PERSONAS, BARE)
  testOnline([
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
  ])
})

describe('Rule 1: always https', () => {
  testOnline([
    {
      why: 'and the server keeps its slash',
      input: 'http://www.boe.es/buscar/',
      becomes: 'https://www.boe.es/buscar/',
      web: {
        'https://www.boe.es/buscar': { status: 301, location: '/buscar/' },
        ...serving('https://www.boe.es/buscar/'),
      },
    },
  ])
})

describe('Rule 2: no trailing slash', () => {
  testOffline([
    { why: 'of a path', input: 'https://sepe.es/HomeSepe/Personas/', becomes: 'https://sepe.es/HomeSepe/Personas' },
    { why: 'of the root', input: 'https://boe.es/', becomes: 'https://boe.es' },
  ])
})

describe('Rule 3: no tracking', () => {
  testOffline([
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
  ])
})

describe('Rule 4: no fragment', () => {
  testOffline([
    {
      why: 'kept aside',
      input: 'https://inclusion.gob.es/extranjeria#requisitos',
      becomes: 'https://inclusion.gob.es/extranjeria',
      also: { fragment: '#requisitos' },
    },
  ])
})

describe('Rule 5: the host that the domain uses', () => {
  testOffline([
    { why: 'boe', input: 'https://boe.es/a/3', becomes: 'https://www.boe.es/a/3', policy: MAPPED },
    { why: 'sepe', input: 'https://sepe.es/a/3', becomes: 'https://www.sepe.es/a/3', policy: MAPPED },
    { why: 'seg-social', input: 'https://seg-social.es/a/3', becomes: 'https://www.seg-social.es/a/3', policy: MAPPED },
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
  ])
})

describe('Rule 6: the domain in lower case, the path as it is', () => {
  testOffline([
    { why: 'both', input: 'https://SEPE.ES/HomeSepe/Personas', becomes: 'https://sepe.es/HomeSepe/Personas' },
  ])
})

describe('Rule 7: where the redirects end', () => {
  testOnline([
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
  ])
})

describe('Rule 8: no session', () => {
  testOffline([
    {
      why: 'in the path',
      input: 'https://sede.example.gob.es/tramite;jsessionid=ABC123?id=456',
      becomes: 'https://sede.example.gob.es/tramite?id=456',
    },
  ])
})

describe('Rule 9: the beginning of a list', () => {
  const LIST = 'https://www.boe.es/buscar?tipo=leyes'
  testOnline([
    {
      why: 'seven of twelve',
      input: `${LIST}&p=7`,
      becomes: LIST,
      web: { [`${LIST}&p=7`]: { links: [`${LIST}&amp;p=1`, `${LIST}&amp;p=12`] }, [LIST]: OK },
      also: { pagination: { paginated: true, total_pages: 12, page_param: 'p', current_page: 7 } },
    },
  ])
})

describe('Rule 10: Spanish before others', () => {
  const gencat = (token: string): string => `https://web.gencat.cat/${token}/tramits/tramit-12345`
  const euskadi = (token: string): string => `https://euskadi.eus/tramite/${token}/12345`
  testOnline([
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
  ])
})

describe('Kinds of links', () => {
  const SEPE = 'https://www.sepe.es'
  const LEAVING = `${SEPE}/HomeSepe/Personas/Distribucion-Prestaciones/he-dejado-de-trabajar.html`
  testOffline([
    { why: 'one procedure', input: LEAVING, becomes: LEAVING, also: { linkType: 'informative' } },
    { why: 'a home page', input: SEPE, becomes: SEPE, also: { linkType: 'homepage' } },
    {
      why: 'a section',
      input: `${SEPE}/HomeSepe/Personas`,
      becomes: `${SEPE}/HomeSepe/Personas`,
      also: { linkType: 'section' },
    },
  ])
})

describe('Edge cases', () => {
  const asIs = (why: string, input: string) =>
    ({ why, input, becomes: input, also: { linkType: 'informative', stripped: [] } }) as const
  testOffline([
    asIs('the gazette by act', 'https://www.boe.es/buscar/act.php?id=BOE-A-2023-12345'),
    asIs('the gazette by day', 'https://www.boe.es/diario_boe/txt.php?id=BOE-A-2023-12345'),
    asIs('identifiers of portals', PORTAL.replace('www.seg-social.es', 'sede.seg-social.gob.es')),
    {
      why: 'blanks',
      input: 'https://example.gob.es/tramite con espacios',
      becomes: 'https://example.gob.es/tramite%20con%20espacios',
    },
  ])
  testOnline([
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
  ])
})

import { describe } from 'node:test'
import { POLICY } from './support/policies.ts'
import { testOnline } from './support/cases.ts'

// What pages tell of themselves: steps 10 to 12.

const OK = {}
const at = (path: string): string => `https://www.gencat.cat${path}`
const serving = (...paths: readonly string[]) => Object.fromEntries(paths.map((path) => [at(path), OK]))

describe('R10 versions in other languages', () => {
  testOnline([
    {
      why: 'the preferred one is there',
      input: at('/ca/a-b/3'),
      becomes: at('/es/a-b/3'),
      web: serving('/ca/a-b/3', '/es/a-b/3', '/en/a-b/3'),
      also: { language: 'es', alternates: { ca: at('/ca/a-b/3'), en: at('/en/a-b/3') } },
    },
    {
      why: 'the noted one is looked for next',
      input: at('/ca/a-b/3'),
      becomes: at('/es/a-b/3'),
      web: serving('/ca/a-b/3', '/es/a-b/3', '/fr/a-b/3'),
      also: { alternates: { ca: at('/ca/a-b/3'), fr: at('/fr/a-b/3') } },
    },
    {
      why: 'it is the preferred one',
      input: at('/es/a-b/3'),
      becomes: at('/es/a-b/3'),
      web: serving('/ca/a-b/3', '/es/a-b/3'),
      also: { language: 'es', alternates: { ca: at('/ca/a-b/3') } },
    },
    {
      why: 'there is none',
      input: at('/ca/a-b/3'),
      becomes: at('/ca/a-b/3'),
      web: serving('/ca/a-b/3'),
      also: { language: 'ca', flags: ['no_spanish_version'] },
    },
    {
      why: 'a redirect is none',
      input: at('/ca/a-b/3'),
      becomes: at('/ca/a-b/3'),
      web: { ...serving('/ca/a-b/3'), [at('/es/a-b/3')]: { status: 302, location: '/es' } },
      also: { flags: ['no_spanish_version'] },
    },
    {
      why: 'nobody could be asked',
      input: at('/ca/a-b/3'),
      becomes: at('/ca/a-b/3'),
      web: { ...serving('/ca/a-b/3'), [at('/es/a-b/3')]: { fails: 'ECONNRESET' } },
      also: { flags: ['language_unverified'] },
    },
    {
      why: 'spellings that go together',
      input: at('/cat/a-b/3'),
      becomes: at('/cas/a-b/3'),
      web: serving('/cat/a-b/3', '/cas/a-b/3'),
    },
    {
      why: 'and others',
      input: at('/ca/a-b/3'),
      becomes: at('/castellano/a-b/3'),
      web: serving('/ca/a-b/3', '/castellano/a-b/3'),
    },
    {
      why: 'in the query',
      input: at('/a-b/3?lang=ca'),
      becomes: at('/a-b/3?lang=es'),
      web: serving('/a-b/3?lang=ca', '/a-b/3?lang=es'),
      also: { language: 'es', alternates: { ca: at('/a-b/3?lang=ca') } },
    },
    {
      why: 'the region stays',
      input: at('/a-b/3?locale=ca_ES'),
      becomes: at('/a-b/3?locale=es_ES'),
      web: serving('/a-b/3?locale=ca_ES', '/a-b/3?locale=es_ES'),
    },
    {
      why: 'a page knows its versions best',
      input: at('/ca/a-b/3'),
      becomes: at('/es/c-d/4'),
      web: {
        [at('/ca/a-b/3')]: { hreflang: { es: '/es/c-d/4', 'eu-ES': '/eu/e-f/5', de: '/de/x' } },
        ...serving('/es/c-d/4', '/es/a-b/3'),
      },
      also: { language: 'es', alternates: { ca: at('/ca/a-b/3'), eu: at('/eu/e-f/5') } },
    },
    {
      why: 'what it declares must be there',
      input: at('/ca/a-b/3'),
      becomes: at('/ca/a-b/3'),
      web: { [at('/ca/a-b/3')]: { hreflang: { es: '/es/c-d/4' } } },
      also: { flags: ['no_spanish_version'], alternates: {} },
    },
    {
      why: 'where it is not, its place may be found all the same',
      input: at('/ca/a-b/3'),
      becomes: at('/es/a-b/3'),
      web: { [at('/ca/a-b/3')]: { hreflang: { es: '/es/c-d/4' } }, ...serving('/es/a-b/3') },
      also: { language: 'es', alternates: { ca: at('/ca/a-b/3') } },
    },
    {
      why: 'a list has fewer pages in the wanted language',
      input: at('/ca/lista?tipo=x&page=4'),
      becomes: at('/es/lista?tipo=x'),
      web: serving('/ca/lista?tipo=x&page=4', '/ca/lista?tipo=x', '/es/lista?tipo=x'),
      also: { language: 'es', alternates: { ca: at('/ca/lista?tipo=x') } },
    },
    {
      why: 'six questions, and not twelve, for a list',
      input: at('/ca/lista?tipo=x&page=4'),
      becomes: at('/ca/lista?tipo=x'),
      web: serving('/ca/lista?tipo=x&page=4', '/ca/lista?tipo=x'),
      also: { flags: ['no_spanish_version'] },
      asks: [
        `GET ${at('/ca/lista?tipo=x&page=4')}`,
        'HEAD http://www.gencat.cat/',
        ...['es', 'cas', 'castellano'].map((token) => `GET ${at(`/${token}/lista?tipo=x&page=4`)}`),
        `GET ${at('/ca/lista?tipo=x')}`,
        ...['es', 'cas', 'castellano'].map((token) => `GET ${at(`/${token}/lista?tipo=x`)}`),
      ],
    },
    {
      why: 'versions of a list are named by their beginning',
      input: at('/ca/lista?tipo=x&page=4'),
      becomes: at('/es/lista?tipo=x'),
      web: serving('/ca/lista?tipo=x&page=4', '/es/lista?tipo=x&page=4', '/es/lista?tipo=x'),
      also: { language: 'es', alternates: { ca: at('/ca/lista?tipo=x') } },
    },
    {
      why: 'and be let in',
      input: at('/ca/a-b/3'),
      becomes: at('/es/a-b/3'),
      web: { [at('/ca/a-b/3')]: { hreflang: { es: 'https://tienda.com/es' } }, ...serving('/es/a-b/3') },
    },
    {
      why: 'no language in the URL',
      input: at('/a-b/3'),
      becomes: at('/es-a-b/3'),
      web: { [at('/a-b/3')]: { hreflang: { ca: '/a-b/3', es: '/es-a-b/3' } }, ...serving('/es-a-b/3') },
      also: { language: 'es', alternates: { ca: at('/a-b/3') } },
    },
    {
      why: 'only the page says its language',
      input: at('/a-b/3'),
      becomes: at('/a-b/3'),
      web: { [at('/a-b/3')]: { lang: 'ca-ES' } },
      also: { language: 'ca', flags: [] },
    },
    {
      why: 'six questions, not more',
      input: at('/es/a-b/3'),
      becomes: at('/es/a-b/3'),
      web: serving('/es/a-b/3'),
      asks: [
        `GET ${at('/es/a-b/3')}`,
        'HEAD http://www.gencat.cat/',
        ...['fr', 'ca', 'eu', 'gl', 'va', 'en'].map((token) => `GET ${at(`/${token}/a-b/3`)}`),
      ],
    },
    {
      why: 'another country has other words',
      input: at('/ca/a-b/3'),
      becomes: at('/ca/a-b/3'),
      policy: {
        name: 'german',
        hosts: POLICY.hosts ?? {},
        languages: { prefer: ['de'], tokens: { de: ['de'], ca: ['ca'] } },
      },
      web: serving('/ca/a-b/3', '/es/a-b/3'),
      also: { flags: ['no_german_version'] },
    },
  ])
})

describe('R9 lists in pages', () => {
  const LIST = '/buscar?tipo=x'
  const links = (param: string, ...pages: readonly number[]) => pages.map((page) => `${LIST}&amp;${param}=${page}`)
  testOnline([
    {
      why: 'a page of it',
      input: at(`${LIST}&p=7`),
      becomes: at(LIST),
      web: { [at(`${LIST}&p=7`)]: { links: links('p', 1, 6, 8, 12) }, [at(LIST)]: OK },
      also: { pagination: { paginated: true, total_pages: 12, page_param: 'p', current_page: 7 } },
    },
    {
      why: 'the last page of it',
      input: at(`${LIST}&page=9`),
      becomes: at(LIST),
      web: { [at(`${LIST}&page=9`)]: { links: links('page', 1, 8) }, [at(LIST)]: OK },
      also: { pagination: { paginated: true, total_pages: 9, page_param: 'page', current_page: 9 } },
    },
    {
      why: 'its beginning',
      input: at(LIST),
      becomes: at(LIST),
      web: { [at(LIST)]: { links: links('page', 2, 3, 12) } },
      also: { pagination: { paginated: true, total_pages: 12, page_param: 'page' } },
    },
    {
      why: 'its beginning tells more',
      input: at(`${LIST}&page=2`),
      becomes: at(LIST),
      web: { [at(`${LIST}&page=2`)]: OK, [at(LIST)]: { links: links('page', 2, 5) } },
      also: { pagination: { paginated: true, total_pages: 5, page_param: 'page', current_page: 2 } },
    },
    {
      why: 'nothing tells how long it is',
      input: at(`${LIST}&page=2`),
      becomes: at(LIST),
      web: serving(`${LIST}&page=2`, LIST),
      also: { pagination: { paginated: true, total_pages: null, page_param: 'page', current_page: 2 } },
    },
    {
      why: 'it has no beginning',
      input: at(`${LIST}&page=2`),
      becomes: at(`${LIST}&page=2`),
      web: serving(`${LIST}&page=2`),
      also: { flags: ['pagination_base_unreachable'], pagination: null },
    },
    {
      why: 'p alone, and a list',
      input: at('/a?p=3'),
      becomes: at('/a'),
      web: { [at('/a?p=3')]: { next: '/a?p=4', links: ['/a?p=1'] }, [at('/a')]: OK },
      also: { pagination: { paginated: true, total_pages: 4, page_param: 'p', current_page: 3 } },
    },
    {
      why: 'p alone, and a post with neighbours',
      input: at('/?p=123'),
      becomes: at('/?p=123'),
      web: { [at('/?p=123')]: { next: '/?p=124' }, [at('/')]: OK },
      also: { flags: ['pagination_uncertain'] },
    },
    {
      why: 'links of other paths are others',
      input: at('/a'),
      becomes: at('/a'),
      web: { [at('/a')]: { links: ['/b?page=2', 'https://boe.es/a?page=2'] } },
      also: { pagination: null },
    },
    {
      why: 'posts are no pages',
      input: at('/'),
      becomes: 'https://www.gencat.cat',
      web: { [at('/')]: { links: ['/?p=101', '/?p=102'] } },
      also: { pagination: null },
    },
  ])
})

describe('RC classification by the title', () => {
  testOnline([
    {
      why: 'a procedure',
      input: at('/ajuts'),
      becomes: at('/ajuts'),
      web: { [at('/ajuts')]: { title: 'Solicitud de ayudas | Generalitat' } },
      purpose: 'fuente_url',
      also: { linkType: 'informative' },
    },
    {
      why: 'nothing',
      input: at('/ajuts'),
      becomes: at('/ajuts'),
      web: { [at('/ajuts')]: { title: 'Generalitat' } },
      purpose: 'fuente_url',
      also: { linkType: 'homepage', flags: ['homepage_link'] },
    },
    {
      why: 'a home page is one whatever it says',
      input: at('/'),
      becomes: 'https://www.gencat.cat',
      web: { [at('/')]: { title: 'Ayudas y becas' } },
      also: { linkType: 'homepage' },
    },
  ])
})

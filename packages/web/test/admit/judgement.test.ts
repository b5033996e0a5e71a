import { describe } from 'node:test'
import { MAPPED, POLICY } from './support/policies.ts'
import { testOffline } from './support/cases.ts'

// Hosts, languages, pages and kinds of pages, as far as the policy and the text tell.

describe('R5 the host that a site uses, as listed', () => {
  testOffline([
    {
      why: 'listed',
      input: 'https://boe.es/a/3',
      becomes: 'https://www.boe.es/a/3',
      policy: MAPPED,
      also: { notes: ['www_mapped'] },
    },
    {
      why: 'there already',
      input: 'https://www.boe.es/a/3',
      becomes: 'https://www.boe.es/a/3',
      policy: MAPPED,
      also: { notes: [] },
    },
    {
      why: 'subdomains are others',
      input: 'https://sede.boe.es/a/3',
      becomes: 'https://sede.boe.es/a/3',
      policy: MAPPED,
      also: { notes: [] },
    },
    { why: 'nothing is listed', input: 'https://boe.es/a/3', becomes: 'https://boe.es/a/3', also: { notes: [] } },
    {
      why: 'the home page of another domain',
      input: 'http://agenciatributaria.es',
      becomes: 'https://sede.agenciatributaria.gob.es',
      policy: MAPPED,
    },
    {
      why: 'a page of another domain is unproved',
      input: 'https://agenciatributaria.es/a/3',
      becomes: 'https://agenciatributaria.es/a/3',
      policy: MAPPED,
      also: { flags: ['mapping_unverified'] },
    },
    {
      why: 'nobody has verified it',
      input: 'https://comunidad.madrid/a/3',
      becomes: 'https://www.comunidad.madrid/a/3',
      policy: MAPPED,
      also: { flags: ['mapping_unverified'], notes: [] },
    },
    {
      why: 'a host that is not let in is no goal',
      input: 'https://boe.es/a/3',
      becomes: 'https://boe.es/a/3',
      policy: { ...MAPPED, hosts: { ...MAPPED.hosts, block: ['www.boe.es'] } },
    },
  ])
})

describe('R9 lists in pages', () => {
  const pages = (page_param: string, current_page: number) =>
    ({ paginated: true, total_pages: null, page_param, current_page }) as const
  testOffline([
    {
      why: 'page',
      input: 'https://boe.es/a?tipo=x&page=3',
      becomes: 'https://boe.es/a?tipo=x',
      also: { pagination: pages('page', 3) },
    },
    {
      why: 'pagina alone',
      input: 'https://boe.es/a?pagina=2',
      becomes: 'https://boe.es/a',
      also: { pagination: pages('pagina', 2) },
    },
    {
      why: 'as spelled',
      input: 'https://boe.es/a?PAGE=2',
      becomes: 'https://boe.es/a',
      also: { pagination: pages('PAGE', 2) },
    },
    {
      why: 'p beside others',
      input: 'https://boe.es/a?tipo=x&p=2',
      becomes: 'https://boe.es/a?tipo=x',
      also: { pagination: pages('p', 2) },
    },
    {
      why: 'the first page',
      input: 'https://boe.es/?page=1',
      becomes: 'https://boe.es',
      also: { pagination: pages('page', 1) },
    },
    {
      why: 'several',
      input: 'https://boe.es/a?page=2&pagina=3&page=4',
      becomes: 'https://boe.es/a',
      also: { pagination: pages('page', 2) },
    },
    {
      why: 'p alone may be a post',
      input: 'https://boe.es/?p=123',
      becomes: 'https://boe.es/?p=123',
      also: { flags: ['pagination_uncertain'], pagination: null },
    },
    {
      why: 'and when the others are gone',
      input: 'https://boe.es/?page=2&p=123',
      becomes: 'https://boe.es/?p=123',
      also: { flags: ['pagination_uncertain'] },
    },
    {
      why: 'it counts nothing',
      input: 'https://boe.es/a?page=last',
      becomes: 'https://boe.es/a?page=last',
      also: { flags: ['pagination_uncertain'] },
    },
    {
      why: 'no number',
      input: 'https://boe.es/a?page=',
      becomes: 'https://boe.es/a?page=',
      also: { flags: ['pagination_uncertain'] },
    },
    {
      why: 'a policy without such names',
      input: 'https://boe.es/a?page=2',
      becomes: 'https://boe.es/a?page=2',
      policy: { ...POLICY, pagination: { params: null } },
      also: { pagination: null },
    },
  ])
})

describe('R10 languages', () => {
  testOffline([
    {
      why: 'preferred',
      input: 'https://gencat.cat/es/a/3',
      becomes: 'https://gencat.cat/es/a/3',
      also: { language: 'es' },
    },
    {
      why: 'by another name',
      input: 'https://gencat.cat/cas/a/3',
      becomes: 'https://gencat.cat/cas/a/3',
      also: { language: 'es' },
    },
    {
      why: 'another one is never guessed away',
      input: 'https://gencat.cat/ca/a/3',
      becomes: 'https://gencat.cat/ca/a/3',
      also: { language: 'ca', flags: ['language_unverified'], alternates: {} },
    },
    {
      why: 'in the middle',
      input: 'https://euskadi.eus/a/eu/3',
      becomes: 'https://euskadi.eus/a/eu/3',
      also: { language: 'eu', flags: ['language_unverified'] },
    },
    {
      why: 'in the query',
      input: 'https://euskadi.eus/a/3?idioma=EU',
      becomes: 'https://euskadi.eus/a/3?idioma=EU',
      also: { language: 'eu', flags: ['language_unverified'] },
    },
    {
      why: 'with a region',
      input: 'https://euskadi.eus/a/3?locale=es_ES',
      becomes: 'https://euskadi.eus/a/3?locale=es_ES',
      also: { language: 'es' },
    },
    {
      why: 'no word of it',
      input: 'https://euskadi.eus/esto/3',
      becomes: 'https://euskadi.eus/esto/3',
      also: { language: null },
    },
    {
      why: 'another country prefers another',
      input: 'https://gencat.cat/ca/a/3',
      becomes: 'https://gencat.cat/ca/a/3',
      policy: { ...POLICY, sites: { 'gencat.cat': { languages: { prefer: ['ca'] } } } },
      also: { language: 'ca' },
    },
  ])
})

describe('RC kinds of pages', () => {
  testOffline([
    { why: 'no path', input: 'https://boe.es/', becomes: 'https://boe.es', also: { linkType: 'homepage' } },
    {
      why: 'only a language',
      input: 'https://boe.es/es/',
      becomes: 'https://boe.es/es',
      also: { linkType: 'homepage' },
    },
    {
      why: 'one segment',
      input: 'https://boe.es/inicio',
      becomes: 'https://boe.es/inicio',
      also: { linkType: 'homepage' },
    },
    {
      why: 'two segments',
      input: 'https://boe.es/a/b',
      becomes: 'https://boe.es/a/b',
      also: { linkType: 'section', classification: { reasons: ['two_segments'], confidence: 0.6 } },
    },
    {
      why: 'a slug',
      input: 'https://boe.es/pedir-una-beca',
      becomes: 'https://boe.es/pedir-una-beca',
      also: { linkType: 'informative' },
    },
    {
      why: 'a document',
      input: 'https://boe.es/guia.pdf',
      becomes: 'https://boe.es/guia.pdf',
      also: { linkType: 'informative' },
    },
    {
      why: 'an identifier',
      input: 'https://boe.es/a?id=7',
      becomes: 'https://boe.es/a?id=7',
      also: { linkType: 'informative' },
    },
    {
      why: 'a home page for a source',
      input: 'https://boe.es/',
      becomes: 'https://boe.es',
      purpose: 'fuente_url',
      also: { flags: ['homepage_link'] },
    },
    {
      why: 'a section for a source',
      input: 'https://boe.es/a/b',
      becomes: 'https://boe.es/a/b',
      purpose: 'fuente_url',
      also: { flags: ['section_link'] },
    },
    { why: 'a source', input: 'https://boe.es/a/b/7', becomes: 'https://boe.es/a/b/7', purpose: 'fuente_url' },
  ])
})

describe('R0.5 the key for comparing', () => {
  testOffline([
    {
      why: 'no scheme, pairs in order',
      input: 'https://boe.es/a?tipo=2&id=1',
      becomes: 'https://boe.es/a?tipo=2&id=1',
      also: { dedupeKey: 'boe.es/a?id=1&tipo=2' },
    },
    {
      why: 'no slash of the root',
      input: 'https://boe.es/?tipo=1',
      becomes: 'https://boe.es/?tipo=1',
      also: { dedupeKey: 'boe.es?tipo=1' },
    },
    { why: 'the root', input: 'https://boe.es/', becomes: 'https://boe.es', also: { dedupeKey: 'boe.es' } },
    {
      why: 'of what was turned away by its host',
      input: 'https://tienda.com/a',
      becomes: null,
      also: { reason: 'not_allowlisted', dedupeKey: 'tienda.com/a' },
    },
  ])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classify, definePolicy, type ClassifyOptions, type LinkType } from '@canonist/core'

const ROWS: readonly (readonly [url: string, linkType: LinkType, ...reasons: string[]])[] = [
  ['https://example.com', 'homepage', 'no_path'],
  ['https://example.com/?q=1', 'section', 'kept_parameter'],
  ['https://example.com/es/?q=1', 'section', 'language_segment', 'kept_parameter'],
  ['https://example.com/search?page=2&q=tea', 'section', 'kept_parameter'],
  ['https://example.com/buscar?tipo=leyes', 'section', 'kept_parameter'],
  ['https://example.com/pagina?category=a', 'section', 'kept_parameter'],
  ['https://example.com/pagina?SECCION=b', 'section', 'kept_parameter'],
  ['https://example.com/pagina?flag', 'section', 'kept_parameter'],
  ['https://example.com/a/b?tipo=leyes', 'section', 'two_segments'],
  ['https://example.com/a/b/c?tipo=leyes', 'informative', 'deep_path'],
  ['https://example.com/como-pedir-cita?tipo=leyes', 'informative', 'slug_in_path'],
  ['https://example.com/2041?tipo=leyes', 'informative', 'number_in_path'],
  ['https://example.com/ayudas?lang=es', 'homepage', 'one_segment'],
  ['https://example.com/?IDIOMA=ca&page=2', 'homepage', 'no_path'],
  ['https://example.com/ayudas?p%61ge=2', 'homepage', 'one_segment'],
  ['https://example.com/ayudas?page=ultima', 'section', 'kept_parameter'],
  ['https://example.com/?p=123', 'section', 'kept_parameter'],
  ['https://example.com/?p=2&lang=es', 'homepage', 'no_path'],
  ['https://example.com/?utm_source=x&ref=y', 'homepage', 'no_path'],
  ['https://example.com/ayudas?jsessionid=4F2A', 'homepage', 'one_segment'],
  ['https://example.com/ayudas?&', 'homepage', 'one_segment'],
  ['https://example.com/?', 'homepage', 'no_path'],
  ['https://example.com/es/', 'homepage', 'language_segment', 'no_path'],
  ['https://example.com/ayudas', 'homepage', 'one_segment'],
  ['https://example.com/HomeSepe/Personas', 'section', 'two_segments'],
  ['https://example.com/es/ayudas/jovenes', 'section', 'language_segment', 'two_segments'],
  ['https://example.com/ayudas/jovenes/vivienda', 'informative', 'deep_path'],
  ['https://example.com/como-pedir-cita', 'informative', 'slug_in_path'],
  ['https://example.com/tramites/2041', 'informative', 'number_in_path'],
  ['https://example.com/tramites/2041.html', 'informative', 'number_in_path'],
  ['https://example.com/p/0f8fad5b-d9cb-469f-a165-70867728950e', 'informative', 'number_in_path'],
  ['https://example.com/guia.pdf', 'informative', 'document_extension'],
  ['https://example.com/guia.PDF?x=1', 'informative', 'document_extension'],
  ['https://example.com/?id=7', 'informative', 'id_parameter'],
  ['https://example.com/?id=', 'section', 'kept_parameter'],
  ['https://example.com/buscar?ref=BOE-A-2015-11430', 'informative', 'known_id'],
]

for (const [url, linkType, ...reasons] of ROWS) {
  test(`${url} is ${linkType} (${reasons.join(', ')})`, () => {
    const found = classify(url)
    assert.deepEqual([found.linkType, found.reasons], [linkType, reasons])
    assert.ok(found.confidence > 0 && found.confidence <= 1)
  })
}

const OPEN = definePolicy({
  name: 'open',
  classify: { procedureWords: ['grant'], idParams: ['ref'], ids: ['law-*'], documentExtensions: ['odt'] },
  languages: { tokens: { de: ['de'] } },
})

const WITH_OPTIONS: readonly (readonly [url: string, ClassifyOptions, linkType: LinkType, reason: string])[] = [
  ['https://example.com/ayudas', { title: 'Solicitud de ayudas' }, 'informative', 'title_names_procedure'],
  ['https://example.com/ayudas/jovenes', { title: 'PRESTACION por hijo' }, 'informative', 'title_names_procedure'],
  ['https://example.com/ayudas', { title: 'Pide tu cita  previa' }, 'informative', 'title_names_procedure'],
  ['https://example.com/', { title: 'Portal de ayudas' }, 'homepage', 'no_path'],
  ['https://example.com/?page_id=7', { title: 'Solicitud de ayudas' }, 'informative', 'title_names_procedure'],
  ['https://example.com/ayudas', { title: 'Probecas' }, 'homepage', 'one_segment'],
  ['https://example.com/ayudas', { title: '' }, 'homepage', 'one_segment'],
  ['https://example.com/de/money', { policy: OPEN, title: 'Grants' }, 'informative', 'title_names_procedure'],
  ['https://example.com/de', { policy: OPEN }, 'homepage', 'no_path'],
  ['https://example.com/es', { policy: OPEN }, 'homepage', 'one_segment'],
  ['https://example.com/law-12x', { policy: OPEN }, 'informative', 'known_id'],
  ['https://example.com/buscar?ref=7', { policy: OPEN }, 'informative', 'id_parameter'],
  ['https://example.com/buscar?id=7', { policy: OPEN }, 'section', 'kept_parameter'],
  ['https://example.com/buscar?utm_source=x', { policy: OPEN }, 'section', 'kept_parameter'],
  ['https://example.com/buscar?utm_source=x', { policy: 'dedupe' }, 'homepage', 'one_segment'],
  ['https://example.com/buscar?page=2', { policy: 'dedupe' }, 'section', 'kept_parameter'],
  ['https://example.com/a.odt', { policy: OPEN }, 'informative', 'document_extension'],
  ['https://example.com/guia.pdf', { policy: OPEN }, 'homepage', 'one_segment'],
]

for (const [url, options, linkType, reason] of WITH_OPTIONS) {
  const { policy, title } = options
  const under = typeof policy === 'object' ? ' of other words' : ''
  test(`${url}${under}${title === undefined ? '' : `, "${title}",`} is ${linkType} (${reason})`, () => {
    const found = classify(url, options)
    assert.deepEqual([found.linkType, found.reasons.at(-1)], [linkType, reason])
  })
}

test('what is no URL cannot be classified', () => {
  assert.throws(() => classify('guia.pdf'), { code: 'url/no-scheme' })
})

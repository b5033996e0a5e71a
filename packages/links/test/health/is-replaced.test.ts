import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readDocument } from '@canonist/web/internal/extract/document'
import { createFingerprint, type Fingerprint } from '../../src/health/fingerprint.ts'
import { isReplaced } from '../../src/health/is-replaced.ts'
import { readTraits } from '../../src/health/traits.ts'
import { prose } from './support/pages.ts'

// A page that its owner has rewritten is not a page that somebody else has put in its place.

interface Shown {
  readonly title?: string
  readonly lang?: string
  readonly frame?: string
  readonly text: string
  readonly links?: readonly string[]
}

const URL = 'https://www.sepe.es/a/b'

function read({ title, lang = 'es', frame = '', text, links = [] }: Shown): Fingerprint {
  const anchors = links.map((href) => `<a href="${href}">x</a>`).join(' ')
  const head = title === undefined ? '' : `<title>${title}</title>`
  const html = `<html lang="${lang}">${head}<body><nav>${frame}</nav><main>${text}</main><footer>${anchors}</footer></body></html>`
  const page = readDocument({ url: URL, headers: {}, body: new TextEncoder().encode(html) })
  assert.ok(page.kind === 'page')
  return { ...createFingerprint(page.mainText()), traits: readTraits(page, URL) }
}

const TEXT = prose(1)
const CASINO = prose(2)
const FRAME = 'Inicio Personas Empresas Autónomos Sede electrónica Contacto Aviso legal Mapa del sitio Accesibilidad'
const MINISTRY = 'https://www.mites.gob.es/'
const [BENEFIT, SLOTS] = ['Prestación por desempleo | SEPE', 'Mega Slots: gana hoy']

const CASES: readonly (readonly [why: string, before: Shown, after: Shown, isReplaced: boolean])[] = [
  ["another site's page", { title: BENEFIT, text: TEXT }, { title: SLOTS, text: CASINO }, true],
  ['in another language', { title: BENEFIT, text: TEXT }, { title: SLOTS, text: CASINO, lang: 'id' }, true],
  ['without titles', { text: TEXT }, { text: CASINO }, true],
  [
    'of a few words',
    { title: 'Tea', text: 'How to make tea at home' },
    { title: SLOTS, text: 'Win big with our slots' },
    true,
  ],
  ['of a few words, without titles', { text: 'How to make tea at home' }, { text: 'Win big with our slots' }, false],
  [
    'that keeps the links to everybody',
    { title: BENEFIT, text: TEXT, links: ['https://x.com/a'] },
    { title: SLOTS, text: CASINO, links: ['https://x.com/b'] },
    true,
  ],
  ['with a year in both titles', { title: 'Ayudas 2026', text: TEXT }, { title: 'Slots 2026', text: CASINO }, true],
  ['the same', { title: BENEFIT, text: TEXT }, { title: BENEFIT, text: TEXT }, false],
  ['the same text under another title', { title: BENEFIT, text: TEXT }, { title: SLOTS, text: TEXT }, false],
  [
    'the same text in another frame',
    { title: BENEFIT, frame: FRAME, text: TEXT },
    { title: 'Paro', text: TEXT },
    false,
  ],
  [
    'a third of the text',
    { title: BENEFIT, text: TEXT },
    { title: 'Paro', text: `${TEXT.split(' ', 60).join(' ')} ${CASINO}` },
    false,
  ],
  ['rewritten under its title', { title: BENEFIT, text: TEXT }, { title: BENEFIT, text: CASINO }, false],
  [
    'rewritten under the name of the site',
    { title: BENEFIT, text: TEXT },
    { title: 'Subsidios | SEPE', text: CASINO },
    false,
  ],
  [
    'rewritten, with half of the title',
    { title: 'Prestación por desempleo', text: TEXT },
    { title: 'El desempleo: guía', text: CASINO },
    false,
  ],
  [
    'rewritten in the frame of the site',
    { title: BENEFIT, frame: FRAME, text: TEXT },
    { title: 'Paro', frame: `${FRAME} Novedades`, text: CASINO },
    false,
  ],
  [
    'rewritten with the same links',
    { title: BENEFIT, text: TEXT, links: [MINISTRY] },
    { title: 'Paro', text: CASINO, links: [MINISTRY] },
    false,
  ],
  [
    'translated, all else as before',
    { title: BENEFIT, frame: FRAME, text: TEXT },
    { title: BENEFIT, frame: FRAME, text: CASINO, lang: 'en' },
    false,
  ],
  [
    'in another language, with one sign only',
    { title: BENEFIT, text: TEXT },
    { title: 'Slots | SEPE', text: CASINO, lang: 'id' },
    true,
  ],
]

describe('a page that is', () => {
  for (const [why, before, after, expected] of CASES)
    test(`${why} is ${expected ? "somebody else's" : "its owner's"}`, () => {
      assert.equal(isReplaced(read(before), read(after)), expected)
    })
})

test('what an older version has read is not compared', () => {
  const { traits: _, ...old } = read({ title: BENEFIT, text: TEXT })
  assert.equal(isReplaced(old, read({ title: SLOTS, text: CASINO })), false)
})

test('traits are small, whatever the page', () => {
  const links = Array.from({ length: 500 }, (_, index) => `https://site${index}.example/`)
  const { traits } = read({ title: 'x'.repeat(10_000), frame: prose(3, 3000), text: prose(4, 9000), links })
  assert.ok(JSON.stringify(traits).length < 1500)
})

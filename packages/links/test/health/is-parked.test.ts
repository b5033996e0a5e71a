import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isParked, type ParkedCandidate } from '../../src/health/is-parked.ts'
import { prose } from './support/pages.ts'

const URL = 'https://example.com/a'
const page = (told: Partial<ParkedCandidate>): ParkedCandidate => ({
  url: URL,
  end: URL,
  title: null,
  text: '',
  words: told.text?.split(' ').length ?? 0,
  html: '',
  ...told,
})

const SAID: readonly (readonly [text: string, isParked: boolean])[] = [
  ['This domain is for sale. Buy this domain', true],
  ['example.com is for sale', true],
  ['The domain example.com may be for sale. Click here to inquire.', true],
  ['This domain has expired. Is this your domain?', true],
  ['Este dominio está en venta', true],
  ['El dominio ejemplo.es está en venta', true],
  ['Ce nom de domaine est à vendre', true],
  ['Este domínio está à venda', true],
  ['Aquest domini està en venda', true],
  ['Diese Domain steht zum Verkauf', true],
  ['Questo dominio è in vendita', true],
  ['Our house is for sale. Call us.', false],
  ['Public domain books for sale', false],
  ['What is a domain name?', false],
  [`${prose(1, 400)} This domain is for sale`, false],
  [`This domain is for sale: how squatters work. ${prose(1, 400)}`, false],
]

describe('a page that says', () => {
  for (const [text, expected] of SAID)
    test(`${text.slice(0, 70)} -> ${expected ? 'parked' : 'not parked'}`, () => {
      assert.equal(isParked(page({ text })), expected)
    })
})

test('a title says it, too; of a page of many words neither does', () => {
  assert.equal(isParked(page({ title: 'example.com | This domain is for sale' })), true)
  assert.equal(isParked(page({ title: 'This domain is for sale', text: prose(2, 400) })), false)
})

test('a page that loads what parked pages load', () => {
  const html = '<script src="https://img.sedoparking.com/js/x.js"></script>'
  assert.equal(isParked(page({ html })), true)
  assert.equal(isParked(page({ html, text: prose(3, 400) })), false)
})

test('a page that redirects to who sells its domain; but not their own pages', () => {
  const sale = 'https://www.hugedomains.com/domain_profile.cfm?d=example.com'
  assert.equal(isParked(page({ end: sale, text: prose(4, 400) })), true)
  assert.equal(isParked(page({ url: sale, end: sale, text: 'example.com is for sale' })), false)
})

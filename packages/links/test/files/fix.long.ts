import { test } from 'node:test'
import { checkFixes } from './fix-property.ts'

test('20,000 generated files keep every byte outside of the links, and mean the canonical URLs', () =>
  checkFixes(20_000))

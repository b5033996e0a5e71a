import { test } from 'node:test'
import { checkFixes } from './fix-property.ts'

test('100,000 generated files keep every byte outside of the links, and mean the canonical URLs', () =>
  checkFixes(100_000))

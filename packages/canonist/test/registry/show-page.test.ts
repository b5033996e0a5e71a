import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaint } from '../../src/cli/output/paint.ts'
import { showPage } from '../../src/cli/commands/find/show-page.ts'
import type { PageRecord } from '../../src/registry/page-record.ts'

const SEEN = '2026-01-01T00:00:00.000Z'
const HOSTILE = 'rule\n\u001b[8mconcealed'

/** The same fields, with any text in them. */
type Foreign<T> = T extends string | null ? string : T extends object ? { [Key in keyof T]: Foreign<T[Key]> } : T

test('text of a foreign database adds no line and no terminal command to a page', () => {
  const page: Foreign<PageRecord> = {
    id: 1,
    canonicalUrl: HOSTILE,
    fetchUrl: HOSTILE,
    key: HOSTILE,
    policy: HOSTILE,
    host: HOSTILE,
    linkType: HOSTILE,
    contentHash: HOSTILE,
    simhash: HOSTILE,
    firstSeen: SEEN,
    lastSeen: SEEN,
    aliases: [{ rawUrl: HOSTILE, evidence: HOSTILE, fragment: HOSTILE, count: 1, firstSeen: SEEN, lastSeen: SEEN }],
  }
  const shown = showPage(page as PageRecord, createPaint(false))
  assert.doesNotMatch(shown, /\u001b/)
  assert.doesNotMatch(shown, /^concealed/m)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaint } from '../../src/cli/output/paint.ts'
import { showPage } from '../../src/cli/commands/find/show-page.ts'
import type { PageRecord } from '../../src/registry/page-record.ts'

const SEEN = '2026-01-01T00:00:00.000Z'
const HOSTILE = 'rule\n\u001b[8mconcealed'

test('text of a foreign database adds no line and no terminal command to a page', () => {
  const page = {
    id: 1,
    canonicalUrl: HOSTILE,
    fetchUrl: HOSTILE,
    key: HOSTILE,
    policy: HOSTILE,
    linkType: HOSTILE,
    contentHash: HOSTILE,
    simhash: HOSTILE,
    firstSeen: SEEN,
    lastSeen: SEEN,
    aliases: [{ rawUrl: HOSTILE, evidence: HOSTILE, count: 1 }],
  }
  const shown = showPage(page as unknown as PageRecord, createPaint(false))
  assert.doesNotMatch(shown, /\u001b/)
  assert.doesNotMatch(shown, /^concealed/m)
})

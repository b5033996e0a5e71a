import { Buffer } from 'node:buffer'
import { createAdmitter } from '../../src/admit/admit.ts'
import { createGate } from '../../src/admit/gate.ts'
import { fieldMatcher } from '../../src/knowledge/field-pattern.ts'
import { readKnowledge, type KnowledgeFile } from '../../src/knowledge/knowledge-file.ts'
import type { FileFormat } from '../../src/knowledge/read/formats.ts'
import type { LinkDesk } from '../../src/knowledge/validate.ts'

export const POLICY = {
  name: 'test',
  extends: 'sources',
  hosts: {
    allow: ['boe.es', 'sepe.es', 'madrid.example', '*.gob.es'],
    block: ['tienda.gob.es'],
    shorteners: ['bit.ly'],
    canonical: { 'boe.es': 'www.boe.es' },
  },
} as const

/** Judges by text and policy alone. */
export function offlineDesk(): LinkDesk {
  const admitter = createAdmitter({ policy: POLICY, offline: true, purpose: 'citation' })
  const gate = createGate(POLICY.hosts)
  return {
    admit: (url) => admitter.admit(url),
    isShortener: (url) => gate(URL.parse(url)?.hostname ?? '') === 'shortener',
    healthOf: async () => null,
  }
}

export const FIELD = { wanted: fieldMatcher(['u']), lists: null }

/** A file that can be read. */
export function fileOf(name: string, content: string | Buffer, format: FileFormat, choice = FIELD): KnowledgeFile {
  const file = readKnowledge(name, Buffer.from(content), format, choice)
  if (!('bytes' in file)) throw new Error(file.message)
  return file
}

import { Buffer } from 'node:buffer'
import { definePolicy, policies } from '@canonist/core'
import { createAdmitter } from '@canonist/web/internal/admit/admit'
import { createGate } from '@canonist/web/internal/admit/gate'
import { createFieldMatcher } from '../../src/files/field-pattern.ts'
import { readLinkFile, type FieldChoice, type LinkFile } from '../../src/files/link-file.ts'
import type { FileFormat } from '../../src/files/read/formats.ts'
import { createDefaultLevels } from '../../src/files/rules.ts'
import type { LinkContext, ValidateOptions } from '../../src/files/validate.ts'

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
export function offlineContext(): LinkContext {
  const admitter = createAdmitter({ policy: POLICY, offline: true, purpose: 'citation' })
  const gate = createGate(POLICY.hosts)
  return {
    admit: (url) => admitter.admit(url),
    isShortener: (url) => gate(URL.parse(url)?.hostname ?? '') === 'shortener',
    findVerdict: async () => null,
  }
}

export const FIELD = { wanted: createFieldMatcher(['u']), lists: null }

/** How the command validates files under this policy: with fields, links are sources. */
export function optionsFor(
  { wanted }: Pick<FieldChoice, 'wanted'>,
  more: Partial<ValidateOptions> = {},
): ValidateOptions {
  const isSources = more.isSources ?? true
  const getLevel = createDefaultLevels({ isSources, hasFields: isSources })
  return { wanted, policy: definePolicy(POLICY), getLevel, isSources, isOnline: false, ...more }
}

/** Judges as the command does without flags: under the policy `links`, every link of a file. */
export function linksContext(): LinkContext {
  const admitter = createAdmitter({ policy: policies.links.spec, offline: true, purpose: 'citation' })
  return { admit: (url) => admitter.admit(url), isShortener: () => false, findVerdict: async () => null }
}

export const linksOptions = optionsFor({ wanted: null }, { policy: policies.links, isSources: false })

/** A file that can be read. */
export function createFile(name: string, content: string | Buffer, format: FileFormat, choice = FIELD): LinkFile {
  const file = readLinkFile(name, Buffer.from(content), format, choice)
  if (!('bytes' in file)) throw new Error('rule' in file ? file.message : 'a template')
  return file
}

import type { PolicySpec } from '@canonist/core'

/** Hosts of a country’s administration, as an operator of a registry might list them. */
export const LISTS = {
  allow: [
    '*.gob.es',
    'boe.es',
    'sepe.es',
    'seg-social.es',
    'agenciatributaria.es',
    'comunidad.madrid',
    'gencat.cat',
    'euskadi.eus',
  ],
  block: ['prensa.gob.es', 'example.com'],
  shorteners: ['bit.ly', 'go.gov'],
}

/** What is known of hosts beforehand. */
export const MAPPINGS = {
  'boe.es': 'www.boe.es',
  'sepe.es': 'www.sepe.es',
  'seg-social.es': 'www.seg-social.es',
  'agenciatributaria.es': 'sede.agenciatributaria.gob.es',
  'comunidad.madrid': { host: 'www.comunidad.madrid', verified: false },
} as const

export const POLICY: PolicySpec = { name: 'registry', extends: 'sources', hosts: LISTS }

export const MAPPED: PolicySpec = { ...POLICY, hosts: { ...LISTS, canonical: MAPPINGS } }

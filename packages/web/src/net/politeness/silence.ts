import type { NetErrorCode } from '../errors.ts'

/** Failures before the server sent anything: they say nothing about the URL, and the host may be down. */
const SILENT: ReadonlySet<string> = new Set<NetErrorCode>([
  'dns_failed',
  'dns_timeout',
  'connect_refused',
  'connect_failed',
  'connect_timeout',
  'headers_timeout',
  'total_timeout',
  'tls_error',
  'reset',
  'protocol_error',
])

export const isSilence = (code: string): boolean => SILENT.has(code)

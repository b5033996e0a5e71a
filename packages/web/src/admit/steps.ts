import type { Step } from './context.ts'
import { annotatePages } from './steps/annotate-pages.ts'
import { classifyLink } from './steps/classify-link.ts'
import { followRedirects } from './steps/follow-redirects.ts'
import { mapHost } from './steps/map-host.ts'
import { parse } from './steps/parse.ts'
import { passGate } from './steps/pass-gate.ts'
import { preferLanguage } from './steps/prefer-language.ts'
import {
  removeFragment,
  removeSession,
  removeSlash,
  removeTracking,
  normalizeHost,
  writeHttps,
} from './steps/spelling-steps.ts'

/** The steps of admission. The thirteenth, `conclude`, creates the record, also for rejected URLs. */
export const STEPS: readonly Step[] = [
  parse,
  writeHttps,
  normalizeHost,
  removeSession,
  removeTracking,
  removeFragment,
  removeSlash,
  // Not one of the thirteen: it runs before the first step that may send requests.
  passGate,
  followRedirects,
  mapHost,
  preferLanguage,
  annotatePages,
  classifyLink,
]

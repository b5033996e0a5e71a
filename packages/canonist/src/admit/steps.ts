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
  settleHost,
  writeHttps,
} from './steps/spelling-steps.ts'

/** The way of a URL into the registry. The thirteenth step, `conclude`, makes the record, also of what was turned away. */
export const STEPS: readonly Step[] = [
  parse,
  writeHttps,
  settleHost,
  removeSession,
  removeTracking,
  removeFragment,
  removeSlash,
  // Not one of the thirteen: it stands before the first that may ask the network.
  passGate,
  followRedirects,
  mapHost,
  preferLanguage,
  annotatePages,
  classifyLink,
]

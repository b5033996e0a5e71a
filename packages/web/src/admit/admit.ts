import { createFetcher, createFetcherOn, type Fetcher } from '../resolve/fetcher.ts'
import { createFunctionExchanger } from '../net/transport/function-exchanger.ts'
import { resolveTimeouts } from '../net/exchanger-options.ts'
import { untilAborted } from '../net/until-aborted.ts'
import type { Admission } from './admission.ts'
import type { Context } from './context.ts'
import { Draft } from './draft.ts'
import { createFactStore } from './fact-store.ts'
import { createHostFacts } from './host-facts.ts'
import { rejectContradictions, type AdmitOptions } from './options.ts'
import { createRequests, MAX_REQUESTS } from './requests.ts'
import { createAdmissionRules } from './admission-rules.ts'
import { conclude, createAdmission } from './steps/conclude.ts'
import { STEPS } from './steps.ts'

/** Admits URLs one by one under one policy, with shared facts. */
export interface Admitter {
  admit(input: string): Promise<Admission>
  /** The record of an input that is not text. */
  refuse(shown: string): Admission
  /** Closes the connections, unless the fetcher is the caller's. */
  close(): Promise<void>
}

/**
 * Decides about one URL: whether it is admitted, which URL represents it, and what a person must review.
 *
 * @example
 * const { decision, canonical } = await admit('http://boe.es/buscar/?utm_source=x', { policy })
 */
export async function admit(input: string, options: AdmitOptions): Promise<Admission> {
  const admitter = createAdmitter(options)
  try {
    return await admitter.admit(input)
  } finally {
    await admitter.close()
  }
}

/**
 * `admit` for many URLs: the policy is compiled once, facts are shared, and no host is examined twice at the same time.
 *
 * @example
 * const admitter = createAdmitter({ policy })
 * for (const url of urls) console.log(await admitter.admit(url))
 * await admitter.close()
 */
export function createAdmitter(options: AdmitOptions): Admitter {
  rejectContradictions(options)
  const { offline = false, purpose = null, now = () => new Date(), signal } = options
  const rules = createAdmissionRules(options.policy)
  const facts = createFactStore(options.facts ?? createHostFacts(), now)
  const fetcher = offline ? null : openFetcher(options)
  return {
    async admit(input) {
      signal?.throwIfAborted()
      const requests = fetcher === null ? null : createRequests(fetcher, { signal, totalMs: computeDeadline(options) })
      return untilAborted(decide(input, { rules, facts, requests, purpose }), signal)
    },
    refuse(shown) {
      const draft = new Draft(shown)
      draft.reject('malformed')
      return createAdmission(draft, { rules }, [])
    },
    async close() {
      if (fetcher !== options.fetcher) await fetcher?.close()
    },
  }
}

async function decide(input: string, context: Context): Promise<Admission> {
  const draft = new Draft(input)
  for (const step of STEPS) {
    await step(draft, context)
    if (draft.end !== null) break
  }
  return conclude(draft, context)
}

/** As long as all requests may take together. A caller's fetcher may have to wait for hosts, for any time. */
function computeDeadline({ fetcher }: AdmitOptions): number {
  return fetcher === undefined ? resolveTimeouts().total * MAX_REQUESTS : Number.POSITIVE_INFINITY
}

/** The caller's transport, the caller's fetcher, or one of our own. */
function openFetcher({ fetcher, fetchFn, dnsFn }: AdmitOptions): Fetcher {
  if (fetchFn === undefined) return fetcher ?? createFetcher({ dnsFn })
  return createFetcherOn(createFunctionExchanger({ fetchFn, dnsFn }), resolveTimeouts().total)
}

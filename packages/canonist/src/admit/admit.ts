import { createFetcher, fetcherOn, type Fetcher } from '../resolve/fetcher.ts'
import { exchangerFromFunctions } from '../net/transport/own-transport.ts'
import { resolveTimeouts } from '../net/exchanger-options.ts'
import type { Admission } from './admission.ts'
import type { Context } from './context.ts'
import { Draft } from './draft.ts'
import { openFactBook } from './fact-book.ts'
import { createHostFacts } from './host-facts.ts'
import { refuseContradictions, type AdmitOptions } from './options.ts'
import { createRequests } from './requests.ts'
import { createRulebook } from './rulebook.ts'
import { conclude, record } from './steps/conclude.ts'
import { STEPS } from './steps.ts'

/** Admits URLs one by one under one policy, with one memory. */
export interface Admitter {
  admit(input: string): Promise<Admission>
  /** The record of an input that is no text at all, as far as it can be shown. */
  refuse(shown: string): Admission
  /** Lets go of the connections, unless the fetcher is the caller's. */
  close(): Promise<void>
}

/**
 * Decides about one URL: whether it is let in, which URL stands for it, and what a person must look at.
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
 * `admit` for many URLs: the policy is read once, facts are shared, and no host is looked into twice at the same time.
 *
 * @example
 * const admitter = createAdmitter({ policy })
 * for (const url of urls) console.log(await admitter.admit(url))
 * await admitter.close()
 */
export function createAdmitter(options: AdmitOptions): Admitter {
  refuseContradictions(options)
  const { offline = false, purpose = null, now = () => new Date() } = options
  const rules = createRulebook(options.policy)
  const facts = openFactBook(options.facts ?? createHostFacts(), now)
  const fetcher = offline ? null : openFetcher(options)
  return {
    admit(input) {
      const requests = fetcher === null ? null : createRequests(fetcher)
      return decide(input, { rules, facts, requests, purpose })
    },
    refuse(shown) {
      const draft = new Draft(shown)
      draft.reject('malformed')
      return record(draft, { rules }, [])
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

/** The caller's transport, the caller's fetcher, or one of our own. */
function openFetcher({ fetcher, fetchFn, dnsFn }: AdmitOptions): Fetcher {
  if (fetchFn === undefined) return fetcher ?? createFetcher({ dnsFn })
  return fetcherOn(exchangerFromFunctions({ fetchFn, dnsFn }), resolveTimeouts().total)
}

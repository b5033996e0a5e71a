import { definePolicy, type PolicySpec } from '@canonist/core'
import { comparePolicies, type PolicyEffect } from './group-urls.ts'

// Compares two policies beside the page, so that typing stays fluent however large the sample is.

export type CompareMessage =
  | { readonly kind: 'sample'; readonly urls: readonly string[] }
  | { readonly kind: 'compare'; readonly id: number; readonly from: PolicySpec; readonly to: PolicySpec }

export interface CompareAnswer {
  readonly id: number
  readonly effect: PolicyEffect
}

let sample: readonly string[] = []

self.addEventListener('message', ({ data }: MessageEvent<CompareMessage>) => {
  if (data.kind === 'sample') {
    sample = data.urls
    return
  }
  const effect = comparePolicies(sample, definePolicy(data.from), definePolicy(data.to))
  // Messages of a worker have no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  self.postMessage({ id: data.id, effect } satisfies CompareAnswer)
})

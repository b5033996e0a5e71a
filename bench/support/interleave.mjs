import { performance } from 'node:perf_hooks'

import { median, summarize } from './figures.mjs'

/** A timing shorter than this says more about the clock and the neighbours than about the code. */
const SHORTEST_TIMING_MS = 60

/** What the results are added up to: as nobody can know that it is never read, nothing can be optimised away. */
let sink = 0

/**
 * Nanoseconds per input for every contestant, measured in turns (A B C, A B C, …), so that a busy moment of the machine
 * hits all of them. Each contestant first warms up, then gets as many passes over the inputs per round as fill the
 * shortest timing. Without `--expose-gc` the garbage of one may be collected during the next.
 *
 * @param contestants `{ name, run(input) }`, where `run` gives a string; `inputs` of its own, if it has them
 * @returns by contestant: its name, its rounds, and their median, least and most
 */
export function interleave(contestants, inputs, rounds) {
  const entries = contestants.map((contestant) => prepare(contestant, inputs))
  for (let round = 0; round < rounds; round++) for (const entry of entries) entry.rounds.push(timeRound(entry))
  return entries.map(({ name, rounds }) => summarize(name, rounds))
}

/** How many times as long the first takes as the second: the median over the rounds, each of which saw the same weather. */
export function compareRounds(slower, faster) {
  return median(slower.rounds.map((ns, round) => ns / faster.rounds[round]))
}

/** Warms up with three passes; the fastest of them tells how many make a timing. */
function prepare({ name, run, inputs }, sharedInputs) {
  const own = inputs ?? sharedInputs
  const warmUps = [1, 2, 3].map(() => timePasses(run, own, 1))
  return { name, run, inputs: own, passes: Math.ceil(SHORTEST_TIMING_MS / Math.min(...warmUps)), rounds: [] }
}

function timeRound({ run, inputs, passes }) {
  globalThis.gc?.()
  return (timePasses(run, inputs, passes) * 1e6) / passes / inputs.length
}

/** Milliseconds for some passes. One loop serves all contestants, so none of them is inlined into it. */
function timePasses(run, inputs, passes) {
  const start = performance.now()
  for (let pass = 0; pass < passes; pass++) for (const input of inputs) consume(run(input))
  return performance.now() - start
}

/** Reading a character makes V8 write out a string that so far was only noted down as a concatenation. */
function consume(text) {
  sink = (Math.imul(sink, 31) + text.length + text.charCodeAt(text.length - 1)) | 0
}

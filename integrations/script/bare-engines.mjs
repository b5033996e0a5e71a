// JavaScript engines as databases have them: without a platform around them, and without anything newer than ES2019.
import vm from 'node:vm'

/** Names that came after ES2019 and could be used by accident. */
const TAKE_AWAY = `
(function (global) {
  var newer = [
    [Object, 'hasOwn groupBy'],
    [Array.prototype, 'at findLast findLastIndex toSorted toReversed toSpliced with'],
    [String.prototype, 'at replaceAll matchAll isWellFormed toWellFormed'],
    [Promise, 'any allSettled withResolvers try'],
    [global, 'globalThis BigInt BigInt64Array BigUint64Array WeakRef FinalizationRegistry Atomics SharedArrayBuffer Iterator'],
  ];
  newer.forEach(function (entry) {
    entry[1].split(' ').forEach(function (name) { delete entry[0][name]; });
  });
})(function () { return this }());
`

/** Calls a function with many rows at once: a JSON array with an array of arguments for each row. */
const withBatches = (parameters, body) => `
var row = function (${parameters}) {${body}\n};
var batch = function (json) {
  return JSON.stringify(JSON.parse(json).map(function (values) { return row.apply(null, values); }));
};
`

/** V8, as in BigQuery, Snowflake and PL/v8. */
export function openV8(parameters, body) {
  const context = vm.createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } })
  vm.runInContext(TAKE_AWAY + withBatches(parameters, body), context)
  return { name: 'V8', run: (rows) => JSON.parse(context.batch(JSON.stringify(rows))), close: () => undefined }
}

/** Another engine, so that nothing depends on V8. */
export async function openQuickJs({ getQuickJS }, parameters, body) {
  const context = (await getQuickJS()).newContext()
  context.unwrapResult(context.evalCode(TAKE_AWAY + withBatches(parameters, body))).dispose()
  const batch = context.getProp(context.global, 'batch')
  return {
    name: 'QuickJS',
    run(rows) {
      const json = context.newString(JSON.stringify(rows))
      const result = context.unwrapResult(context.callFunction(batch, context.undefined, json))
      const text = context.getString(result)
      for (const handle of [json, result]) handle.dispose()
      return JSON.parse(text)
    },
    close() {
      batch.dispose()
      context.dispose()
    },
  }
}

const BATCH = 10_000

/** Returns the results of all rows, in batches small enough for a 32-bit engine. */
export function runRows({ run }, rows) {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) =>
    run(rows.slice(index * BATCH, (index + 1) * BATCH)),
  ).flat()
}

import { hasSameContent } from '../same-content.mjs'

const SAMPLES = 100
const TOLERANCE = 0.05
/** With fewer samples a rule is not believed: the paper fetches until it has enough. */
const LEAST_SAMPLES = 5

/** Whether the rule keeps the content, on URLs of the log: stops at enough positives, or at too many negatives. */
export function isValid(apply, records, byUrl) {
  let [same, other] = [0, 0]
  for (const record of records) {
    const target = findTarget(apply, record, byUrl)
    const isSame = target === undefined ? null : hasSameContent(record, target)
    if (isSame === true) same += 1
    else if (isSame === false) other += 1
    if (same >= (1 - TOLERANCE) * SAMPLES) return true
    if (other > TOLERANCE * SAMPLES) return false
  }
  return same + other >= LEAST_SAMPLES && other <= TOLERANCE * (same + other)
}

function findTarget(apply, record, byUrl) {
  const url = apply(record.url)
  return url === record.url ? undefined : byUrl.get(url)
}

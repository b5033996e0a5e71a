// Real differences beside noise that was measured: what repeated fetches explain must not excuse what they do not.
import { drawFraction, exact, mostlyAlike, pairSpellings } from './log.mjs'

const S = 'https://docs.example'
const SHARES = [0.04, 0.06, 0.08, 0.1]
const NOISES = [0.005, 0.01, 0.02]
/** So many of the URLs were fetched twice. */
const REFETCHED = 0.2

const SPELLINGS = {
  prefix: [(page) => `${S}/one/topic-${page}`, (page) => `${S}/two/topic-${page}`],
  parameter: [(page) => `${S}/topic/${page}`, (page) => `${S}/topic/${page}?view=${(page * 7919) % 101}`],
  slash: [(page) => `${S}/topic/t${page}`, (page) => `${S}/topic/t${page}/`],
  host: [(page) => `https://www.docs.example/topic-${page}`, (page) => `https://m.docs.example/topic-${page}`],
}

/** The records with noise, some of them twice. */
function withNoise(name, records, noise) {
  const fetched = (record, turn) =>
    drawFraction(name, 'noise', turn, record.url) < noise
      ? { ...record, ...exact(`accident ${turn} ${record.url}`) }
      : record
  return records.flatMap((record) =>
    drawFraction(name, 'again', record.url) < REFETCHED
      ? [fetched(record, 1), fetched(record, 2)]
      : [fetched(record, 1)],
  )
}

export const noisyLogs = (pages) =>
  Object.entries(SPELLINGS).flatMap(([place, spellings]) =>
    SHARES.flatMap((share) =>
      NOISES.map((noise) => {
        const name = `noisy ${place}`
        return {
          name: `${place}, ${share * 100} % of ${pages} pages differ, beside ${noise * 100} % measured noise`,
          records: () => withNoise(name, mostlyAlike(name, { pages, share, spellings }), noise),
          apart: pairSpellings(spellings),
        }
      }),
    ),
  )

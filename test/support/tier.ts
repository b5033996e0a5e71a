/**
 * Which part of the tests runs: `npm test` runs what is quick, `npm run test:rest` what `npm test` leaves out. A file that is started by
 * hand runs whole.
 */
export const TIER: Tier = readTier(process.env['CANONIST_TESTS'])

type Tier = 'quick' | 'rest' | 'long' | 'whole'

function readTier(text: string | undefined): Tier {
  return text === 'quick' || text === 'rest' || text === 'long' ? text : 'whole'
}

/** Whether the file belongs to `npm run test:rest` as a whole, by its name. */
export const IS_REST_FILE = process.argv[1]?.endsWith('.rest.ts') === true

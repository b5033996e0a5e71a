/** What the words of an admission mean. */
export { flagMeaning, noteMeaning, REASONS } from '../../admit/words.ts'

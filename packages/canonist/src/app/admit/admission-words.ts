/** What the words of an admission mean. */
export { describeFlag, describeNote, REASONS } from '../../admit/words.ts'

/** What the words of an admission mean. */
export { describeFlag, describeNote, describeReason } from '../../admit/words.ts'

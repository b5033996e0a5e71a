/** What the words of an admission mean. */
export { describeFlag, describeNote, describeReason } from '@canonist/web/internal/admit/words'

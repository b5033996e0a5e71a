export { jsonText } from '../report/json-text.ts'

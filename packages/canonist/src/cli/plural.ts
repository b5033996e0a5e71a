export { plural } from '../report/plural.ts'

// For programs that look for normal URLs in bytes, before they make a string of them.
export {
  AFTER_DOT,
  IN_FRAGMENT,
  IN_HOST,
  IN_PATH,
  IN_QUERY,
  LETTER,
  NAME_DUTY,
  SCAN,
  createScanTables,
  type ScanNames,
  type ScanTables,
} from './normalize/scan-tables.ts'

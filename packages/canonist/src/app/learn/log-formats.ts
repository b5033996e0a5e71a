export { LOG_FORMATS, type LogFormat } from '../../crawl-logs/log-format.ts'

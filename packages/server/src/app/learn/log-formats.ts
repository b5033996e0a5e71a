export { LOG_FORMATS, type LogFormat } from '@canonist/learn/internal/logs/log-format'

// The smallest script: policy dedupe, without the tables for internationalized host names.
import './es2019.js'
import { bindCreateNormalizer } from '@canonist/core/internal/normalize/normalize'

export const normalize = bindCreateNormalizer(null, null)('dedupe')

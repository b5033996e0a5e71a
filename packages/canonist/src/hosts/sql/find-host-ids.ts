export { findHostIds } from '../../registry/sql/write-host-names.ts'

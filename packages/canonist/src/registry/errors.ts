import type { ErrorEntry } from '@canonist/core'
import { CodedError, type CodedErrorOptions } from '../text/coded-error.ts'

/** What can be wrong between a caller and a registry. */
export const REGISTRY_ERRORS = {
  'registry/other-policy': {
    kind: 'conflict',
    retry: false,
    says: 'The keys of this registry are made by another policy.',
    fix: 'Leave out --policy, or move the keys with canonist policy rekey and that policy.',
  },
  'registry/policy-outdated': {
    kind: 'conflict',
    retry: false,
    says: 'The keys of this registry were made by another version of canonist, whose rules differ.',
    fix: 'Move the keys with canonist policy rekey, or use that version.',
  },
  'registry/policy-changed': {
    kind: 'busy',
    retry: true,
    says: 'The keys were moved to another policy meanwhile.',
    fix: 'Run again.',
  },
  'registry/run-taken': {
    kind: 'busy',
    retry: true,
    says: 'Another process is working on the same input; nothing is lost.',
    fix: 'Let it finish, or end it and run again.',
  },
  'registry/no-policy-version': {
    kind: 'invalid',
    retry: false,
    says: 'The admission does not say which policy made it.',
    fix: 'Record what admit() returned, as it is.',
  },
  'registry/bad-prefix': {
    kind: 'invalid',
    retry: false,
    says: 'The prefix does not begin with a whole host.',
    fix: 'Write it with scheme and host, as in https://example.com/docs.',
  },
  'registry/bad-host': {
    kind: 'invalid',
    retry: false,
    says: 'This is not a host.',
    fix: 'Write a name such as example.com, without a scheme, a port or a path.',
  },
  'registry/bad-key': {
    kind: 'invalid',
    retry: false,
    says: 'A key has 64 hex digits.',
    fix: 'Print the keys of URLs with canonist normalize --key.',
  },
  'registry/rekey-under-way': {
    kind: 'busy',
    retry: true,
    says: 'The keys are being moved to another policy, and nothing can be added until that is done.',
    fix: 'Wait for it; if it was interrupted, finish it with canonist policy rekey, without a policy. Then run again.',
  },
  'registry/no-such-run': {
    kind: 'missing',
    retry: false,
    says: 'There is no rekey of this number.',
    fix: 'Use the number that canonist policy rekey printed when it was done.',
  },
  'registry/not-undoable': {
    kind: 'conflict',
    retry: false,
    says: 'This rekey cannot be taken back.',
    fix: 'Move the keys with canonist policy rekey to a policy of your choice.',
  },
  'registry/bad-pointer': {
    kind: 'invalid',
    retry: false,
    says: 'The pointer does not name a snapshot.',
    fix: 'Publish to another folder, or remove the pointer if it is of no use.',
  },
  'registry/publish-under-way': {
    kind: 'busy',
    retry: true,
    says: 'Another process is publishing to the same folder.',
    fix: 'Wait until it is done.',
  },
  'registry/unsound-snapshot': {
    kind: 'unavailable',
    retry: true,
    says: 'The new snapshot did not pass its check, so the old one stays.',
    fix: 'Check the disk and publish again.',
  },
  'registry/nothing-published': {
    kind: 'missing',
    retry: false,
    says: 'Nothing was published to this folder.',
    fix: 'Run canonist publish first.',
  },
} as const satisfies Record<string, ErrorEntry>

export type RegistryErrorCode = keyof typeof REGISTRY_ERRORS

/** The registry refuses: why, and what to do. */
export class RegistryError extends CodedError<RegistryErrorCode> {
  override readonly name = 'RegistryError'

  constructor(code: RegistryErrorCode, options?: CodedErrorOptions) {
    super(REGISTRY_ERRORS, code, options)
  }
}

import type { ErrorEntry } from '@canonist/core'
import { CodedError, type CodedErrorOptions } from '@canonist/core/internal/text/coded-error'

/** All errors of the registry. */
export const REGISTRY_ERRORS = {
  'registry/other-policy': {
    kind: 'conflict',
    retry: false,
    says: 'This registry makes its keys under another policy.',
    fix: 'Omit --policy, or move the keys to your policy with canonist policy rekey.',
  },
  'registry/policy-outdated': {
    kind: 'conflict',
    retry: false,
    says: 'The keys of this registry were made by another version of canonist, with different rules.',
    fix: 'Move the keys with canonist policy rekey, or use that version.',
  },
  'registry/policy-changed': {
    kind: 'busy',
    retry: true,
    says: 'The keys were moved to another policy while this ran.',
    fix: 'Run the same command again.',
  },
  'registry/run-taken': {
    kind: 'busy',
    retry: true,
    says: 'Another process is importing the same input. Nothing is lost.',
    fix: 'Let it finish, or stop it and run the same command again.',
  },
  'registry/no-policy-version': {
    kind: 'invalid',
    retry: false,
    says: 'The admission has no policyVersion.',
    fix: 'Pass the result of admit() unchanged.',
  },
  'registry/bad-prefix': {
    kind: 'invalid',
    retry: false,
    says: 'The prefix does not contain a whole host.',
    fix: 'Write it with scheme and host, as in https://example.com/docs.',
  },
  'registry/bad-host': {
    kind: 'invalid',
    retry: false,
    says: 'This is not a host name.',
    fix: 'Write a name such as example.com, without scheme, port or path.',
  },
  'registry/bad-key': {
    kind: 'invalid',
    retry: false,
    says: 'This is not a key: a key has 64 hex digits.',
    fix: 'Print the keys of URLs with canonist normalize --key.',
  },
  'registry/rekey-under-way': {
    kind: 'busy',
    retry: true,
    says: 'The keys are being moved to another policy, and no URLs can be added until that is done.',
    fix: 'Wait until it is done. If it was interrupted, finish it with canonist policy rekey, without a policy. Then run the same command again.',
  },
  'registry/no-such-run': {
    kind: 'missing',
    retry: false,
    says: 'No rekey has this number.',
    fix: 'Use the number that canonist policy rekey printed at the end.',
  },
  'registry/not-undoable': {
    kind: 'conflict',
    retry: false,
    says: 'This rekey can no longer be undone.',
    fix: 'Move the keys to the policy of your choice with canonist policy rekey.',
  },
  'registry/bad-pointer': {
    kind: 'invalid',
    retry: false,
    says: 'The pointer file does not name a snapshot.',
    fix: 'Publish to another folder, or remove the pointer file if you do not need it.',
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
    says: 'The new snapshot is damaged, so the previous one stays active.',
    fix: 'Check the disk and publish again.',
  },
  'registry/nothing-published': {
    kind: 'missing',
    retry: false,
    says: 'The folder has no published snapshot.',
    fix: 'Run canonist publish first.',
  },
} as const satisfies Record<string, ErrorEntry>

export type RegistryErrorCode = keyof typeof REGISTRY_ERRORS

/** Thrown by the registry. The message names the thing, the problem and the fix. */
export class RegistryError extends CodedError<RegistryErrorCode> {
  override readonly name = 'RegistryError'

  constructor(code: RegistryErrorCode, options?: CodedErrorOptions) {
    super(REGISTRY_ERRORS, code, options)
  }
}

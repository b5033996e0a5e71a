/** What can be wrong between a caller and a registry, and whose fault it is. */
export const REGISTRY_ERRORS = {
  'registry/other-policy': { isUsage: true },
  'registry/policy-outdated': { isUsage: true },
  'registry/policy-changed': { isUsage: false },
  'registry/run-taken': { isUsage: false },
  'registry/no-policy-version': { isUsage: true },
  'registry/bad-prefix': { isUsage: true },
  'registry/bad-host': { isUsage: true },
  'registry/bad-key': { isUsage: true },
  'registry/rekey-under-way': { isUsage: false },
  'registry/no-such-run': { isUsage: true },
  'registry/not-undoable': { isUsage: true },
  'registry/bad-pointer': { isUsage: true },
  'registry/publish-under-way': { isUsage: false },
  'registry/unsound-snapshot': { isUsage: false },
  'registry/nothing-published': { isUsage: true },
} as const satisfies Record<string, { readonly isUsage: boolean }>

export type RegistryErrorCode = keyof typeof REGISTRY_ERRORS

/** The message names the thing, the reason and the cure. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
  readonly code: RegistryErrorCode

  constructor(code: RegistryErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

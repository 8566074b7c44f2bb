import type {
  Credential,
  CredentialVault,
} from '../../src/external-calendars/ports/credential-vault.ts'

/** A vault in memory whose secrets tests can inspect. */
export function createMemoryVault(): CredentialVault & {
  put(credential: Credential): Promise<string>
  readonly kept: ReadonlyMap<string, Credential>
} {
  const kept = new Map<string, Credential>()
  let drawn = 0
  return {
    kept,
    async put(credential) {
      drawn += 1
      kept.set(`secret-${drawn}`, credential)
      return `secret-${drawn}`
    },
    get: async (reference) => kept.get(reference),
    async remove(reference) {
      kept.delete(reference)
    },
  }
}

import { decodeProtectedHeader } from 'jose'
import { type SecretBox, SecretUnreadable } from '../../kernel/ports/secret-box.ts'
import { decryptFor, encryptFor } from './jwe.ts'
import type { VaultKeys } from './keys.ts'

/** Creates a box with the keys of a vault. A sealed text is a JWE for its subject, as in the vault's files. */
export const createSecretBox = (keys: VaultKeys): SecretBox => ({
  async seal(text, subject) {
    const [key] = await keys.read()
    return await encryptFor(subject, key, Buffer.from(text))
  },
  async open(sealed, subject) {
    const kid = kidOf(sealed)
    const key = (await keys.read()).find((each) => each.kid === kid)
    if (key === undefined) {
      throw new SecretUnreadable(
        `A secret is encrypted with the key ${kid}, which is not among the vault keys. Restore vault.keys, or set HOLDFAST_VAULT_KEYS.`,
      )
    }
    const text = await decryptFor(subject, key, sealed)
    if (text === undefined) {
      throw new SecretUnreadable(`The secret of ${subject} belongs to another item.`)
    }
    return Buffer.from(text).toString()
  },
  async isCurrent(sealed) {
    return kidOf(sealed) === (await keys.read())[0].kid
  },
})

const kidOf = (sealed: string): string => String(decodeProtectedHeader(sealed).kid)

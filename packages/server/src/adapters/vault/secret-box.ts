import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'
import { type SecretBox, SecretUnreadable } from '../../kernel/ports/secret-box.ts'
import type { VaultKeys } from './keys.ts'

const ALGORITHM = { alg: 'dir', enc: 'A256GCM' } as const

/**
 * Creates a box with the keys of a vault: a compact JWE (RFC 7516; `dir`, A256GCM), as in the files of the
 * vault, whose header has the key id and the subject.
 */
export const createSecretBox = (keys: VaultKeys): SecretBox => ({
  async seal(text, subject) {
    const [key] = await keys.read()
    return await new CompactEncrypt(Buffer.from(text))
      .setProtectedHeader({ ...ALGORITHM, kid: key.kid, ref: subject })
      .encrypt(key.bytes)
  },
  async open(sealed, subject) {
    const kid = kidOf(sealed)
    const key = (await keys.read()).find((each) => each.kid === kid)
    if (key === undefined) {
      throw new SecretUnreadable(
        `A secret is encrypted with the key ${kid}, which is not among the vault keys. Restore vault.keys, or set HOLDFAST_VAULT_KEYS.`,
      )
    }
    const { plaintext, protectedHeader } = await compactDecrypt(sealed, key.bytes, {
      keyManagementAlgorithms: [ALGORITHM.alg],
      contentEncryptionAlgorithms: [ALGORITHM.enc],
    })
    if (protectedHeader.ref !== subject) {
      throw new SecretUnreadable(`The secret of ${subject} belongs to another item.`)
    }
    return Buffer.from(plaintext).toString()
  },
  async isCurrent(sealed) {
    return kidOf(sealed) === (await keys.read())[0].kid
  },
})

const kidOf = (sealed: string): string => String(decodeProtectedHeader(sealed).kid)

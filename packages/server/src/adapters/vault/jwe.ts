import { CompactEncrypt, compactDecrypt } from 'jose'
import type { VaultKey } from './keys.ts'

const ALGORITHM = { alg: 'dir', enc: 'A256GCM' } as const

/** Encrypts a text as a compact JWE (RFC 7516; `dir`, A256GCM). Its header has the key id and a reference. */
export const encryptFor = (ref: string, key: VaultKey, text: Uint8Array): Promise<string> =>
  new CompactEncrypt(text)
    .setProtectedHeader({ ...ALGORITHM, kid: key.kid, ref })
    .encrypt(key.bytes)

/** Decrypts such a JWE. Undefined if its reference is another one. Rejects if the key does not open it. */
export async function decryptFor(
  ref: string,
  key: VaultKey,
  sealed: string,
): Promise<Uint8Array | undefined> {
  const { plaintext, protectedHeader } = await compactDecrypt(sealed, key.bytes, {
    keyManagementAlgorithms: [ALGORITHM.alg],
    contentEncryptionAlgorithms: [ALGORITHM.enc],
  })
  return protectedHeader.ref === ref ? plaintext : undefined
}

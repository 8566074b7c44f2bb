import { randomBytes, randomUUID } from 'node:crypto'
import {
  isSealedReference,
  type SealedCredential,
  sealedCredentialEntity,
} from '../../external-calendars/connections/sealed-credential.ts'
import { sealedCredentialKey } from '../../external-calendars/keys.ts'
import type {
  Credential,
  CredentialVault,
} from '../../external-calendars/ports/credential-vault.ts'
import type { DataKeys, KeyPurpose } from '../../kernel/ports/data-keys.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { decryptFor, encryptFor } from './jwe.ts'
import { vaultKeyOf } from './keys.ts'

/** Where credentials are stored, and what encrypts them. */
export interface ItemVaultOptions {
  readonly store: Pick<Store, 'get' | 'transact'>
  readonly dataKeys: DataKeys
  /** Names this installation in the purpose of its keys, so that a policy can tell them apart. */
  readonly installation: string
}

/**
 * Creates a vault whose credentials are items of the store. Each is a compact JWE (RFC 7516; `dir`,
 * A256GCM) under a data key of its own, which is stored beside it, wrapped. The key is bound to the account,
 * the provider and the reference, and the header has the reference too. So an item opens only in its place.
 */
export function createItemVault({
  store,
  dataKeys,
  installation,
}: ItemVaultOptions): CredentialVault {
  const purposeOf = (item: Omit<SealedCredential, 'wrappedKey' | 'sealed'>): KeyPurpose => ({
    installation,
    account: item.accountId,
    provider: item.providerId,
    reference: item.reference,
  })
  return {
    async put(credential, { accountId, providerId }) {
      const reference = `kms_${randomBytes(16).toString('hex')}`
      const owner = { reference, accountId, providerId }
      const { bytes, wrapped: wrappedKey } = await dataKeys.create(purposeOf(owner))
      const text = Buffer.from(JSON.stringify(credential))
      const sealed = await encryptFor(reference, vaultKeyOf(bytes), text)
      const write = sealedCredentialEntity.create({ ...owner, wrappedKey, sealed })
      const { committed } = await store.transact([write], randomUUID())
      if (!committed) throw new Error(`a credential with the reference ${reference} exists already`)
      return reference
    },
    async get(reference) {
      if (!isSealedReference(reference)) return undefined
      const key = sealedCredentialKey(reference)
      // A connection may name a credential that was written a moment ago.
      const item = await sealedCredentialEntity.read(store, key)
      if (item === undefined) return undefined
      const bytes = await dataKeys.unwrap(item.wrappedKey, purposeOf(item))
      const text = await decryptFor(reference, vaultKeyOf(bytes), item.sealed)
      if (text === undefined) {
        throw new Error(`the item of the credential ${reference} contains another one`)
      }
      // The cast: it was encrypted by this vault.
      return JSON.parse(Buffer.from(text).toString()) as Credential
    },
    async remove(reference) {
      if (!isSealedReference(reference)) return
      const key = sealedCredentialKey(reference)
      await store.transact([{ kind: 'delete', key }], randomUUID())
    },
  }
}

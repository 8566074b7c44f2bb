import { withCache } from '../adapters/kms/cached-data-keys.ts'
import { createItemVault } from '../adapters/vault/item-vault.ts'
import { createMovingVault } from '../adapters/vault/moving-vault.ts'
import { isSealedReference } from '../external-calendars/connections/sealed-credential.ts'
import type { CredentialVault } from '../external-calendars/ports/credential-vault.ts'
import type { DataKeys } from '../kernel/ports/data-keys.ts'
import type { Store } from '../kernel/ports/store.ts'

/** The parts of a vault of items, and of the vault that it replaces. */
export interface ItemVaultParts {
  readonly store: Pick<Store, 'get' | 'transact'>
  readonly kms: DataKeys
  readonly secrets: CredentialVault
  readonly prefix: string
}

/** Creates the vault of items in the store. Credentials from before stay readable in Secrets Manager. */
export const vaultOfItems = ({ store, kms, secrets, prefix }: ItemVaultParts): CredentialVault =>
  createMovingVault({
    current: createItemVault({ store, dataKeys: withCache(kms), installation: prefix }),
    former: secrets,
    isCurrent: isSealedReference,
  })

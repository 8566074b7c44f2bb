import { join } from 'node:path'
import { defaultCredentials } from '../adapters/aws/credentials.ts'
import { awsEndpoint } from '../adapters/aws/endpoints.ts'
import { createKmsDataKeys } from '../adapters/kms/kms-data-keys.ts'
import { secretsManagerEndpoint } from '../adapters/secrets-manager/read-secret.ts'
import { createSecretsManagerVault } from '../adapters/secrets-manager/secrets-manager-vault.ts'
import { createFileVault, type FileVault } from '../adapters/vault/file-vault.ts'
import { fixedVaultKeys, vaultKeysInFile } from '../adapters/vault/keys.ts'
import { createSecretBox } from '../adapters/vault/secret-box.ts'
import type { CredentialVault } from '../external-calendars/ports/credential-vault.ts'
import type { SecretBox } from '../kernel/ports/secret-box.ts'
import type { Store } from '../kernel/ports/store.ts'
import { type Config, ConfigError, isInDataFolder } from './config.ts'
import { vaultOfItems } from './item-vault.ts'

/** An open vault. */
export type OpenedVault = CredentialVault & { close(): Promise<void> }

/** Opens the configured vault. Files and keys are created with the first secret. */
export function openVault(
  config: Pick<Config, 'vault' | 'dataDir' | 'awsRegion'>,
  store: Pick<Store, 'get' | 'transact'>,
): OpenedVault {
  const { vault, awsRegion: region } = config
  if (vault.kind === 'file') return openFileVault(config.dataDir, vault.keys)
  if (region === undefined) {
    throw new ConfigError(
      `AWS_REGION is not set. HOLDFAST_VAULT=${vault.kind} needs it, such as eu-central-1.`,
    )
  }
  const at = { region, credentials: defaultCredentials() }
  const secrets = createSecretsManagerVault({
    ...at,
    endpoint: vault.endpoint ?? secretsManagerEndpoint(region),
    prefix: vault.prefix,
  })
  if (vault.kind === 'secrets-manager') return secrets
  const { kmsKey: keyId, prefix } = vault
  const kms = createKmsDataKeys({ ...at, endpoint: awsEndpoint('kms', region), keyId })
  return {
    ...vaultOfItems({ store, kms, secrets, prefix }),
    async close() {
      await Promise.all([kms.close(), secrets.close()])
    },
  }
}

/**
 * Opens the box that encrypts webhook secrets, with the keys of the vault. Undefined if other machines may
 * use the store but have no such keys: without `HOLDFAST_VAULT_KEYS`, the keys are in a data folder.
 */
export function openSecretBox(config: Config): SecretBox | undefined {
  const { keys } = config.vault
  if (keys !== undefined) return createSecretBox(fixedVaultKeys(keys))
  return isInDataFolder(config) ? createSecretBox(vaultKeysInFile(config.dataDir)) : undefined
}

/** The folder of the vault in a data folder. */
export const vaultFolder = (dataDir: string): string => join(dataDir, 'vault')

/** Opens the vault of a data folder with the configured keys. Default: the keys in the folder. */
export const openFileVault = (
  dataDir: string,
  keys: Extract<Config['vault'], { readonly kind: 'file' }>['keys'],
): FileVault =>
  createFileVault({
    folder: vaultFolder(dataDir),
    keys: keys === undefined ? vaultKeysInFile(dataDir) : fixedVaultKeys(keys),
  })

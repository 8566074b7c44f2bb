import { existsSync } from 'node:fs'
import { createSecrets } from '../adapters/system/secrets.ts'
import { readServerKeys } from '../adapters/system/server-key.ts'
import { vaultKeysFile } from '../adapters/vault/keys.ts'
import { openPrivateAnswers } from '../booking/answers/private-answers.ts'
import type { PersonMarks } from '../ops/doctor/check-erasures.ts'
import type { SecretFacts } from '../ops/doctor/check-secrets.ts'
import { opensSecrets } from '../payments/connection/sealed-secrets.ts'
import { type Config, isInDataFolder } from './config.ts'
import { openFileVault, openSecretBox } from './open-vault.ts'

/**
 * The secrets in the settings and in the data folder, for the doctor. Undefined for a store elsewhere
 * without a known key: the doctor may run on a machine that has no server.
 */
export async function secretFacts(config: Config): Promise<SecretFacts | undefined> {
  const keys = config.serverKey ?? (await readServerKeys(config.dataDir))
  if (!isInDataFolder(config) && keys === undefined) return undefined
  const { vault } = config
  const known =
    keys && [keys.current, ...keys.previous.map(bytesOf)].map((key) => createSecrets(key))
  return {
    ...(known && { derivesManageToken: derivation(known), personMarks: marksUnder(known) }),
    ...(vault.kind === 'file' && { hasCredential: credentialsOf(config.dataDir, vault.keys) }),
    ...opensSealed(config),
  }
}

function credentialsOf(
  dataDir: string,
  keys: Config['vault']['keys'],
): (reference: string) => Promise<boolean> {
  const vault = openFileVault(dataDir, keys)
  return async (reference) => {
    // Without this check, the vault would create a key, and the doctor changes nothing.
    if (keys === undefined && !existsSync(vaultKeysFile(dataDir))) return false
    return await vault.get(reference).then(
      (credential) => credential !== undefined,
      () => false,
    )
  }
}

/** Opens private answers and keys of payment vendors with the keys that there are. Empty for a store elsewhere without known keys. */
function opensSealed(
  config: Config,
): Pick<SecretFacts, 'opensPrivateAnswers' | 'opensPaymentSecrets'> {
  const { keys } = config.vault
  if (keys === undefined && !isInDataFolder(config)) return {}
  // Without this check, the box would create a key, and the doctor changes nothing.
  const hasKeys = keys !== undefined || existsSync(vaultKeysFile(config.dataDir))
  const secretBox = hasKeys ? openSecretBox(config) : undefined
  const box = { ...(secretBox && { secretBox }) }
  return {
    opensPrivateAnswers: async (sealedPrivateAnswers, id) =>
      await openPrivateAnswers(box, { id, sealedPrivateAnswers }).then(
        () => true,
        () => false,
      ),
    opensPaymentSecrets: (connection) => opensSecrets(box, connection),
  }
}

const bytesOf = ({ bytes }: { readonly bytes: Uint8Array }): Uint8Array => bytes

type KnownSecrets = readonly ReturnType<typeof createSecrets>[]

const derivation = (secrets: KnownSecrets) => (id: string, hash: Uint8Array) =>
  secrets.some((each) => each.hashesEqual(each.hash(each.manageToken(id)), hash))

const marksUnder =
  (secrets: KnownSecrets): PersonMarks =>
  (accountId, email) =>
    secrets.flatMap((each) => each.personMarks(accountId, email))

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ifMissing } from '../adapters/files/files.ts'
import { createSqliteStore } from '../adapters/sqlite/sqlite-store.ts'
import { serverKeyFile } from '../adapters/system/server-key.ts'
import type { ArchivedFile } from '../adapters/tar/tar.ts'
import { vaultKeysFile } from '../adapters/vault/keys.ts'
import { connectionEntity } from '../external-calendars/connections/connection.ts'
import { kindOfKey } from '../ops/doctor/item-kind.ts'
import type { Config } from './config.ts'
import { vaultFolder } from './open-vault.ts'

/** The names of the files in a backup. The files of the vault are in `VAULT`. */
export const ARCHIVE_NAMES = {
  manifest: 'holdfast-backup.json',
  database: 'holdfast.sqlite',
  serverKey: 'server.key',
  vaultKeys: 'vault.keys',
  vault: 'vault/',
} as const

/** Where a key is: in the archive, left out on request, in the environment, or nowhere. */
const KeyPlace = z.enum(['archive', 'left-out', 'environment', 'none'])
export type KeyPlace = z.infer<typeof KeyPlace>

/** The last file of a backup: what it contains, and the SHA-256 of each file. */
export const BackupManifest = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  version: z.string(),
  serverKey: KeyPlace,
  vaultKeys: KeyPlace,
  /**
   * `file`: in the archive. `kms`: encrypted in the store, for a key that stays in AWS KMS.
   * `secrets-manager`: the credentials of calendars stay there.
   */
  vault: z.enum(['file', 'kms', 'secrets-manager']),
  sha256: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
})
export type BackupManifest = z.infer<typeof BackupManifest>

const VAULT_FILE = /^([0-9a-f]{32})\.[0-9a-f]{16}\.jwe$/

/** The files of a vault, by name. Files that are deleted meanwhile are left out. */
export async function readVault(config: Pick<Config, 'dataDir'>): Promise<Map<string, Buffer>> {
  const folder = vaultFolder(config.dataDir)
  const names = ((await readdir(folder).catch(ifMissing)) ?? []).filter((name) =>
    VAULT_FILE.test(name),
  )
  const files = new Map<string, Buffer>()
  for (const name of names) {
    const content = await readFile(join(folder, name)).catch(ifMissing)
    if (content !== undefined) files.set(name, content)
  }
  return files
}

/** The references in a database that are in none of the files of a vault. */
export async function missingCredentials(
  database: string,
  vault: ReadonlyMap<string, unknown>,
): Promise<readonly string[]> {
  const stored = new Set([...vault.keys()].map((name) => VAULT_FILE.exec(name)?.[1]))
  const missing: string[] = []
  const store = await createSqliteStore({ file: database })
  try {
    for await (const page of store.scan()) {
      for (const item of page) {
        if (kindOfKey(item).kind !== 'connection') continue
        const { credentialReference } = connectionEntity.decode(item)
        const isStored = credentialReference === '' || stored.has(credentialReference)
        if (!isStored) missing.push(credentialReference)
      }
    }
  } finally {
    await store.close()
  }
  return missing
}

/** The keys of a server for its backup, and where they are. */
export interface BackupKeys {
  readonly files: readonly ArchivedFile[]
  readonly serverKey: KeyPlace
  readonly vaultKeys: KeyPlace
}

/** Reads the keys in the data folder; none of them if `isLeftOut`. */
export async function readKeys(config: Config, isLeftOut: boolean): Promise<BackupKeys> {
  const files: ArchivedFile[] = []
  const take = async (name: string, path: string, isInEnvironment: boolean): Promise<KeyPlace> => {
    if (isInEnvironment) return 'environment'
    const content = await readFile(path).catch(ifMissing)
    if (content === undefined) return 'none'
    if (isLeftOut) return 'left-out'
    files.push({ name, from: { content } })
    return 'archive'
  }
  const { dataDir, vault } = config
  const serverKey = await take(
    ARCHIVE_NAMES.serverKey,
    serverKeyFile(dataDir),
    config.serverKey !== undefined,
  )
  const areGiven = vault.kind === 'file' && vault.keys !== undefined
  const vaultKeys = await take(ARCHIVE_NAMES.vaultKeys, vaultKeysFile(dataDir), areGiven)
  return { files, serverKey, vaultKeys }
}

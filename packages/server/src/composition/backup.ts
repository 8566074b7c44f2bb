import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { syncFolder } from '../adapters/files/files.ts'
import { createSqliteStore, type SqliteStore } from '../adapters/sqlite/sqlite-store.ts'
import { writeTar } from '../adapters/tar/tar.ts'
import {
  ARCHIVE_NAMES,
  type BackupKeys,
  type BackupManifest,
  type KeyPlace,
  missingCredentials,
  readKeys,
  readVault,
} from './backup-archive.ts'
import { type CommandOutput, commandOf, messageOf, readArguments } from './command.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { noStoreError } from './existing-store.ts'
import { sqliteFile } from './open-store.ts'

/** The text for `--help`. */
export const BACKUP_USAGE = `Usage: npm run backup -- [--without-keys] [<file>]

  Backs up the data folder to one archive: the SQLite store, the server key, the vault with the
  credentials of connected calendars, and its keys. Checks the copy. Servers can keep running.
  <file> must not exist. Default: holdfast-<time>.tar in the current folder.

  --without-keys  leaves out server.key and vault.keys. Store them elsewhere: without them, nobody can
                  read the credentials and webhook secrets in the archive.

  To restore: npm run restore -- <file>
`

const PROGRESS_PERCENT = 10
const TRIES = 3

/**
 * Backs up the data folder of a server on SQLite. Resolves with the exit code: 0 done, 2 failed. Never
 * rejects. Fails for a DynamoDB store, whose backups are point-in-time recovery.
 */
export const runBackup = commandOf(async (args, env, output) => {
  const options = readOptions(args)
  const config = readConfig(env)
  if (config.store !== 'sqlite') {
    throw new ConfigError(
      config.store === 'dynamodb'
        ? 'HOLDFAST_STORE is "dynamodb". This command backs up SQLite stores; for DynamoDB, use point-in-time recovery.'
        : 'HOLDFAST_STORE is "postgres". This command backs up SQLite stores; for PostgreSQL, use pg_dump or the backups of its host, and copy the server key.',
    )
  }
  await backUpFolder(config, options, output)
  return 0
}, messageOf)

interface Options {
  readonly archive: string
  readonly isWithoutKeys: boolean
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args)
  const [given, ...more] = positionals
  if (more.length > 0) throw new ConfigError(BACKUP_USAGE)
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return {
    archive: resolve(given ?? `holdfast-${stamp}.tar`),
    isWithoutKeys: values['without-keys'],
  }
}

function parse(args: readonly string[]) {
  return readArguments(BACKUP_USAGE, () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'without-keys': { type: 'boolean', default: false } },
    }),
  )
}

async function backUpFolder(
  config: Config,
  { archive, isWithoutKeys }: Options,
  output: CommandOutput,
): Promise<void> {
  const file = sqliteFile(config.dataDir)
  if (!existsSync(file)) throw noStoreError(file)
  if (existsSync(archive)) {
    throw new ConfigError(`${archive} already exists. Use a new file name.`)
  }
  const part = `${archive}.part`
  const database = `${archive}.database`
  const store = await createSqliteStore({ file })
  try {
    const vault = await copyStoreAndVault({ store, config, database, output })
    const keys = await readKeys(config, isWithoutKeys)
    await rm(part, { force: true })
    const vaultFiles = [...vault].map(([name, content]) => ({
      name: `${ARCHIVE_NAMES.vault}${name}`,
      from: { content },
    }))
    await writeTar(
      part,
      [{ name: ARCHIVE_NAMES.database, from: { path: database } }, ...keys.files, ...vaultFiles],
      (hashes) => ({
        name: ARCHIVE_NAMES.manifest,
        from: { content: Buffer.from(manifestText(config, keys, hashes)) },
      }),
    )
    await rename(part, archive)
    await syncFolder(dirname(archive))
    const { size } = await stat(archive)
    output.report(`Backed up to ${archive} (${size} bytes). The copy passed its check.\n`)
    for (const sentence of statements(config, keys, vault.size)) output.report(`${sentence}\n`)
  } finally {
    await store.close()
    await rm(part, { force: true })
    await rm(database, { force: true })
  }
}

interface Copying {
  readonly store: SqliteStore
  readonly config: Config
  /** The path of the copy. */
  readonly database: string
  readonly output: CommandOutput
}

/**
 * Copies the store, and the vault as it was before and after. A credential is stored before a connection
 * uses it, and deleted after none does. So the copy of the vault has every credential that the copied
 * store refers to, unless one was both stored and deleted meanwhile: then both are copied again.
 */
async function copyStoreAndVault(copying: Copying): Promise<ReadonlyMap<string, Buffer>> {
  const { store, config, database, output } = copying
  let missing: readonly string[] = []
  for (let tries = 0; tries < TRIES; tries += 1) {
    await rm(database, { force: true })
    const before = await readVault(config)
    await store.backup(database, progressTo(output))
    const vault = new Map([...before, ...(await readVault(config))])
    missing = config.vault.kind === 'file' ? await missingCredentials(database, vault) : []
    if (missing.length === 0) return vault
  }
  output.notice(
    `${missing.length} credentials of connected calendars are not in the vault. Their calendars must be connected again. npm run doctor lists them.`,
  )
  return await readVault(config)
}

const progressTo = (output: CommandOutput) => {
  let reportedPercent = 0
  return ({ copiedPages, totalPages }: { copiedPages: number; totalPages: number }): void => {
    const percent = Math.floor((copiedPages / Math.max(totalPages, 1)) * 100)
    if (percent < reportedPercent + PROGRESS_PERCENT) return
    reportedPercent = percent
    output.notice(`${percent}% copied`)
  }
}

const manifestText = (
  config: Config,
  { serverKey, vaultKeys }: BackupKeys,
  hashes: ReadonlyMap<string, string>,
): string => {
  const content: BackupManifest = {
    format: 1,
    createdAt: new Date().toISOString(),
    version: manifest.version,
    serverKey,
    vaultKeys,
    vault: config.vault.kind,
    sha256: Object.fromEntries(hashes),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** What the archive contains, and what must be stored elsewhere. */
function statements(
  config: Config,
  { serverKey, vaultKeys }: BackupKeys,
  credentialCount: number,
): readonly string[] {
  const isInArchive = serverKey === 'archive' || vaultKeys === 'archive'
  return [
    `Credentials of connected calendars in it: ${credentialCount}.`,
    ...(isInArchive
      ? ['It contains keys: whoever has the archive can read everything in it. Keep it private.']
      : []),
    ...keyStatement('server key', 'HOLDFAST_SERVER_KEY', serverKey),
    ...keyStatement('vault keys', 'HOLDFAST_VAULT_KEYS', vaultKeys),
    ...(config.vault.kind === 'secrets-manager'
      ? ['The credentials of connected calendars are in AWS Secrets Manager, not in the archive.']
      : []),
    ...(config.vault.kind === 'kms'
      ? [
          'The credentials of connected calendars need their key in AWS KMS, which is not in the archive.',
        ]
      : []),
  ]
}

const keyStatement = (what: string, setting: string, place: KeyPlace): readonly string[] => {
  if (place === 'left-out') return [`It does not contain the ${what}. Store a copy elsewhere.`]
  if (place !== 'environment') return []
  return [`It does not contain the ${what}: ${setting} is set. Store its value elsewhere.`]
}

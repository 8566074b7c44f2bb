import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ifMissing, syncFolder } from '../adapters/files/files.ts'
import { backUp } from '../adapters/sqlite/backup.ts'
import { createSqliteStore } from '../adapters/sqlite/sqlite-store.ts'
import { readTar, TarDamaged, type TarEntry } from '../adapters/tar/tar.ts'
import { ARCHIVE_NAMES, BackupManifest, type KeyPlace } from './backup-archive.ts'
import { commandOf } from './command.ts'
import { ConfigError, readConfig } from './config.ts'
import { describeFailure } from './startup-failure.ts'

/** The text for `--help`. */
export const RESTORE_USAGE = `Usage: npm run restore -- <file>

  Restores a backup of npm run backup, of any version, into the data folder (HOLDFAST_DATA_DIR), which must be empty or
  not exist. Checks every file. Start the server afterwards.
`

/** The name of the folder, in the data folder, that has the files until all of them are checked. */
const UNCHECKED = '.restoring'

/**
 * Restores a backup into an empty data folder. Resolves with the exit code: 0 done, 2 failed. Never
 * rejects. After a failure, the data folder is as it was.
 */
export const runRestore = commandOf(async (args, env, output) => {
  const [archive, ...more] = args
  if (archive === undefined || archive.startsWith('-') || more.length > 0) {
    throw new ConfigError(RESTORE_USAGE)
  }
  const { dataDir } = readConfig(env)
  const restored = await restore(resolve(archive), dataDir)
  output.report(`Restored the backup of ${restored.createdAt} to ${dataDir}.\n`)
  for (const sentence of restored.statements) output.report(`${sentence}\n`)
  return 0
}, sentenceOf)

function sentenceOf(error: unknown): string {
  if (error instanceof TarDamaged) {
    return `Cannot restore the backup: ${error.message}. Use a file that npm run backup wrote.`
  }
  const { code, path, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && syscall === 'open') return `No file at ${path}.`
  return describeFailure(error)
}

/** What was restored, and what the operator must add before the start. */
interface Restored {
  readonly createdAt: string
  readonly statements: readonly string[]
}

const STORE_ALONE =
  'The backup is of version 1.0.0 and contains only the store. Put server.key of that server into the data folder before you start the server, and vault.keys and the folder vault if it has them.'

async function restore(archive: string, dataDir: string): Promise<Restored> {
  await refuseUnlessEmpty(dataDir)
  const folder = join(dataDir, UNCHECKED)
  const isNew = (await mkdir(dataDir, { recursive: true, mode: 0o700 })) !== undefined
  await mkdir(folder, { mode: 0o700 })
  try {
    const restored = (await isSqlite(archive))
      ? await copyStore(archive, folder)
      : await extractChecked(archive, folder)
    // Opening checks that this is a store, and of a version that this program can read.
    const store = await createSqliteStore({ file: join(folder, ARCHIVE_NAMES.database) })
    await store.close()
    await putInPlace(folder, dataDir)
    return restored
  } catch (error) {
    await rm(isNew ? dataDir : folder, { recursive: true, force: true })
    throw error
  }
}

async function refuseUnlessEmpty(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir).catch(ifMissing)) ?? []
  if (names.length === 0) return
  throw new ConfigError(
    `${dataDir} is not empty. Set HOLDFAST_DATA_DIR to an empty folder, or move its contents away first.`,
  )
}

/** How every SQLite file begins. */
const SQLITE_HEADER = 'SQLite format 3\0'

/** Whether a backup is a store alone, as version 1.0.0 wrote it. */
async function isSqlite(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SQLITE_HEADER.length), 0)
    return buffer.toString('latin1', 0, bytesRead) === SQLITE_HEADER
  } finally {
    await handle.close()
  }
}

/** Copies a backup of version 1.0.0, and checks the copy. */
async function copyStore(file: string, folder: string): Promise<Restored> {
  await mkdir(join(folder, ARCHIVE_NAMES.vault), { mode: 0o700 })
  await backUp(file, join(folder, ARCHIVE_NAMES.database))
  const { mtime } = await stat(file)
  return { createdAt: mtime.toISOString(), statements: [STORE_ALONE] }
}

const KNOWN_NAME =
  /^(?:holdfast-backup\.json|holdfast\.sqlite|server\.key|vault\.keys|vault\/[\w.]+)$/

/** Extracts all files. Resolves with the SHA-256 of each, by name. */
async function extract(archive: string, folder: string): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>()
  await mkdir(join(folder, ARCHIVE_NAMES.vault), { mode: 0o700 })
  for await (const entry of readTar(archive)) {
    // Other names could be paths outside of the folder.
    if (!KNOWN_NAME.test(entry.name)) {
      throw new ConfigError(
        `The archive is not a backup: it contains ${JSON.stringify(entry.name)}.`,
      )
    }
    hashes.set(entry.name, await extractFile(entry, join(folder, entry.name)))
  }
  return hashes
}

async function extractFile(entry: TarEntry, path: string): Promise<string> {
  const hash = createHash('sha256')
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of entry.content) {
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return hash.digest('hex')
}

async function checkManifest(
  folder: string,
  hashes: ReadonlyMap<string, string>,
): Promise<BackupManifest> {
  if (!hashes.has(ARCHIVE_NAMES.manifest)) throw new TarDamaged('it has no manifest')
  const text = await readFile(join(folder, ARCHIVE_NAMES.manifest), 'utf8')
  const manifest = BackupManifest.safeParse(JSON.parse(text))
  if (!manifest.success) throw new TarDamaged('its manifest is of another version')
  for (const [name, hash] of Object.entries(manifest.data.sha256)) {
    if (hashes.get(name) !== hash) throw new TarDamaged(`${name} is missing or damaged`)
  }
  if (manifest.data.sha256[ARCHIVE_NAMES.database] === undefined) {
    throw new TarDamaged('it contains no store')
  }
  return manifest.data
}

async function extractChecked(archive: string, folder: string): Promise<Restored> {
  const manifest = await checkManifest(folder, await extract(archive, folder))
  await rm(join(folder, ARCHIVE_NAMES.manifest))
  return { createdAt: manifest.createdAt, statements: statements(manifest) }
}

/** Moves the files to the data folder, the store last: a server starts only on a complete folder. */
async function putInPlace(folder: string, dataDir: string): Promise<void> {
  await syncFolder(join(folder, ARCHIVE_NAMES.vault))
  const isDatabase = (name: string) => name === ARCHIVE_NAMES.database
  const names = (await readdir(folder)).sort(
    (a, b) => Number(isDatabase(a)) - Number(isDatabase(b)),
  )
  for (const name of names) await rename(join(folder, name), join(dataDir, name))
  await rm(folder, { recursive: true })
  await syncFolder(dataDir)
  await syncFolder(dirname(dataDir))
}

/** What the operator must add before the start. */
const statements = ({ serverKey, vaultKeys, vault }: BackupManifest): readonly string[] => [
  ...keyStatement('server key', 'server.key', 'HOLDFAST_SERVER_KEY', serverKey),
  ...keyStatement('vault keys', 'vault.keys', 'HOLDFAST_VAULT_KEYS', vaultKeys),
  ...(vault === 'secrets-manager'
    ? ['The credentials of connected calendars are in AWS Secrets Manager: use the same settings.']
    : []),
  ...(vault === 'kms'
    ? ['The credentials of connected calendars need their key in AWS KMS: use the same settings.']
    : []),
]

const keyStatement = (
  what: string,
  file: string,
  setting: string,
  place: KeyPlace,
): readonly string[] => {
  if (place === 'left-out') {
    return [
      `The backup does not contain the ${what}. Put ${file} into the data folder before you start the server.`,
    ]
  }
  if (place !== 'environment') return []
  return [
    `The backup does not contain the ${what}. Set ${setting} to its value before you start the server.`,
  ]
}

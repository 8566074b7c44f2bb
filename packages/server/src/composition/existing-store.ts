import { existsSync } from 'node:fs'
import { type Config, ConfigError, isInDataFolder } from './config.ts'
import { hasPostgres, postgresLocation } from './open-postgres.ts'
import { openStore, sqliteFile } from './open-store.ts'
import type { EngineNotice, OpenedStore } from './opened-store.ts'

/** The error for a store that does not exist. */
export const noStoreError = (path: string): ConfigError =>
  new ConfigError(
    `No store at ${path}. Set HOLDFAST_DATA_DIR to the data folder of the server, or start the server to create one.`,
  )

const noDatabaseError = (config: Config): ConfigError =>
  new ConfigError(
    `No store in ${postgresLocation(config)}. Set HOLDFAST_POSTGRES_URL to the database of the server, or start the server to create one.`,
  )

const storePath = (config: Config): string =>
  config.store === 'sqlite' ? sqliteFile(config.dataDir) : config.dataDir

/** Whether the store exists, as far as the data folder tells. A store elsewhere counts as existing. */
export const hasStore = (config: Config): boolean =>
  !isInDataFolder(config) || existsSync(storePath(config))

/**
 * Opens the configured store, runs `work` on it and closes it. Throws `ConfigError` if the store does
 * not exist, and `TableNotUsable` if its table of DynamoDB does not.
 */
export async function withExistingStore(
  config: Config,
  notice: EngineNotice,
  work: (opened: OpenedStore) => Promise<number>,
): Promise<number> {
  // Opening would create a missing store, and a store that is empty by mistake looks clean.
  if (!hasStore(config)) throw noStoreError(storePath(config))
  if (config.store === 'postgres' && !(await hasPostgres(config, notice))) {
    throw noDatabaseError(config)
  }
  const opened = await openStore(config, notice, { mustExist: true })
  // A signal must also stop a local DynamoDB engine started for this command. Closing the store makes
  // the next read fail, which ends the work in order. SQLite has no process to stop, and blocks
  // signals while it reads.
  const interrupt = () => void opened.close()
  const signals = opened.engine === 'dynamodb' ? (['SIGINT', 'SIGTERM'] as const) : []
  for (const signal of signals) process.once(signal, interrupt)
  try {
    return await work(opened)
  } finally {
    for (const signal of signals) process.off(signal, interrupt)
    await opened.close()
  }
}

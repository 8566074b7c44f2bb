import { existsSync } from 'node:fs'
import { StoreUnavailable } from '../kernel/ports/store.ts'
import { type Config, ConfigError } from './config.ts'
import { type EngineNotice, type OpenedStore, openStore, sqliteFile } from './open-store.ts'

/** Opens the store of the settings for one piece of work, and closes it; throws where there is none. */
export async function withExistingStore(
  config: Config,
  notice: EngineNotice,
  work: (opened: OpenedStore) => Promise<number>,
): Promise<number> {
  // Opening would make what is missing, and a store that is empty by mistake looks clean.
  const place = config.store === 'sqlite' ? sqliteFile(config.dataDir) : config.dataDir
  const isLocal =
    config.store === 'sqlite' ||
    (config.dynamoDbEndpoint === undefined && config.awsRegion === undefined)
  if (isLocal && !existsSync(place)) throw new ConfigError(`there is no store at ${place}`)
  const opened = await openStore(config, notice)
  // A local engine that was started for this is to end with it: closing makes the next read fail,
  // which ends the work in an orderly way. SQLite needs no such care, and would not hear a signal
  // while it reads.
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

/** Why a command could not run, in words where they are known. */
export function describeFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StoreUnavailable) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

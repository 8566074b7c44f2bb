import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { compact } from '../adapters/sqlite/compact.ts'
import { commandOf, readArguments } from './command.ts'
import { ConfigError, readConfig } from './config.ts'
import { noStoreError } from './existing-store.ts'
import { sqliteFile } from './open-store.ts'

/** The text for `--help`. */
export const COMPACT_USAGE = `Usage: npm run compact

  Writes the SQLite store in the data folder (HOLDFAST_DATA_DIR) anew, without the space of deleted items. Stop all servers
  before. Needs free space for what the store contains, beside it and in the folder for temporary files.
`

/**
 * Compacts the store of a data folder. Resolves with the exit code: 0 done, 2 failed. Never rejects. After a failure, the
 * store is as it was.
 */
export const runCompact = commandOf(async (args, env, output) => {
  readArguments(COMPACT_USAGE, () => parseArgs({ args: [...args], options: {} }))
  const { store, dataDir } = readConfig(env)
  if (store !== 'sqlite') {
    throw new ConfigError(
      `HOLDFAST_STORE is ${JSON.stringify(store)}. This command compacts SQLite stores.`,
    )
  }
  const file = sqliteFile(dataDir)
  if (!existsSync(file)) throw noStoreError(file)
  const { bytesBefore, bytesAfter } = compact(file)
  output.report(`Compacted ${file}: ${bytesBefore} bytes before, ${bytesAfter} bytes now.\n`)
  return 0
})

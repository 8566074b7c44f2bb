import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSqliteStore } from '../adapters/sqlite/sqlite-store.ts'
import { ConfigError, readConfig } from './config.ts'
import { noStoreError } from './existing-store.ts'
import { sqliteFile } from './open-store.ts'

/** The command's output: the result, and separately progress and errors. */
export interface BackupOutput {
  readonly report: (text: string) => void
  readonly notice: (text: string) => void
}

const USAGE = `Usage: npm run backup -- <file>

  Backs up the SQLite store in the data folder to <file> and checks the copy. Servers can keep
  running. <file> must not exist. Default: holdfast-<time>.sqlite in the current folder.
  To restore, stop the servers and replace holdfast.sqlite with the backup.
`

const PROGRESS_PERCENT = 10

/**
 * Backs up the configured SQLite store. Resolves with the exit code: 0 done, 2 failed. Never rejects.
 * Fails for a DynamoDB store, whose backups are point-in-time recovery.
 */
export async function runBackup(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: BackupOutput,
): Promise<number> {
  try {
    await backUpStore(args, env, output)
    return 0
  } catch (error) {
    output.notice(error instanceof Error ? error.message : String(error))
    return 2
  }
}

async function backUpStore(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: BackupOutput,
): Promise<void> {
  const [given, ...more] = args
  if (given?.startsWith('-') || more.length > 0) throw new ConfigError(USAGE)
  const config = readConfig(env)
  if (config.store !== 'sqlite') {
    throw new ConfigError(
      'HOLDFAST_STORE is "dynamodb". This command backs up SQLite stores; for DynamoDB, use point-in-time recovery.',
    )
  }
  const file = sqliteFile(config.dataDir)
  if (!existsSync(file)) throw noStoreError(file)
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const toFile = resolve(given ?? `holdfast-${stamp}.sqlite`)
  const store = await createSqliteStore({ file })
  try {
    let reportedPercent = 0
    const report = await store.backup(toFile, ({ copiedPages, totalPages }) => {
      const percent = Math.floor((copiedPages / Math.max(totalPages, 1)) * 100)
      if (percent < reportedPercent + PROGRESS_PERCENT) return
      reportedPercent = percent
      output.notice(`${percent}% copied`)
    })
    output.report(`Backed up to ${toFile} (${report.bytes} bytes). The copy passed its check.\n`)
  } finally {
    await store.close()
  }
}

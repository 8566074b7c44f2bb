import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSqliteStore } from '../adapters/sqlite/sqlite-store.ts'
import { ConfigError, readConfig } from './config.ts'
import { sqliteFile } from './open-store.ts'

/** Where the command writes: the result, and beside it how far it is. */
export interface BackupOutput {
  readonly report: (text: string) => void
  readonly notice: (text: string) => void
}

const USAGE = `Usage: npm run backup -- <file>

  Copies the SQLite store of the data folder to a file that must not exist, while servers go on
  working on it, and checks the copy. Without a file: holdfast-<time>.sqlite in the current folder.
  To restore, stop the servers and put the file in the place of holdfast.sqlite.
`

const PROGRESS_PERCENT = 10

/**
 * Backs the store of the settings up. Answers the exit code: 0 done, 2 could not; never rejects.
 * DynamoDB has backups of its own (point-in-time recovery), so with that store this refuses.
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
      'this backs up the SQLite store; for DynamoDB use its point-in-time recovery',
    )
  }
  const file = sqliteFile(config.dataDir)
  if (!existsSync(file)) throw new ConfigError(`there is no store at ${file}`)
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const toFile = resolve(given ?? `holdfast-${stamp}.sqlite`)
  const store = await createSqliteStore({ file })
  try {
    let told = 0
    const report = await store.backup(toFile, ({ copiedPages, totalPages }) => {
      const percent = Math.floor((copiedPages / Math.max(totalPages, 1)) * 100)
      if (percent < told + PROGRESS_PERCENT) return
      told = percent
      output.notice(`${percent} % copied`)
    })
    output.report(`${toFile}: ${report.bytes} bytes, checked\n`)
  } finally {
    await store.close()
  }
}

import type { CommandOutput } from './command.ts'
import { ConfigError, readConfig } from './config.ts'
import { openFileVault } from './open-vault.ts'

/** The text for `--help`. */
export const VAULT_USAGE = `Usage: npm run vault -- rotate

  Encrypts the secrets of connected calendars in the data folder with a new key, and removes keys
  that are no longer needed. Servers can keep running. With HOLDFAST_VAULT_KEYS, the first key in the
  setting is used; remove the other keys from the setting afterwards.
`

/**
 * Rotates the key of the vault in the data folder. Resolves with the exit code: 0 done, 2 failed. Never
 * rejects. Fails for AWS Secrets Manager, whose keys KMS rotates.
 */
export async function runVault(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
): Promise<number> {
  try {
    if (args.length !== 1 || args[0] !== 'rotate') throw new ConfigError(VAULT_USAGE)
    const config = readConfig(env)
    if (config.vault.kind !== 'file') {
      throw new ConfigError(
        'HOLDFAST_VAULT is "secrets-manager". This command rotates the key of a data folder; for Secrets Manager, use KMS.',
      )
    }
    const vault = openFileVault(config.dataDir, config.vault.keys)
    const { reencrypted, keysRemoved } = await vault.rotate()
    output.report(`${reencrypted} secrets encrypted anew, ${keysRemoved} old keys removed\n`)
    return 0
  } catch (error) {
    output.notice(error instanceof Error ? error.message : String(error))
    return 2
  }
}

import { ConfigError, readConfig } from './config.ts'
import { openFileVault } from './open-vault.ts'

const USAGE = `Usage: npm run vault -- rotate

  Encrypts the secrets of connected calendars in the data folder with a new key, while servers go on
  working, and removes keys that nothing needs any more. With HOLDFAST_VAULT_KEYS: with the first of
  them; the others can be taken out of the setting afterwards.
`

/**
 * Changes the key of the vault in the data folder. Answers the exit code: 0 done, 2 could not; never
 * rejects. AWS Secrets Manager has keys of its own, which KMS rotates, so with that vault this refuses.
 */
export async function runVault(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: { readonly report: (text: string) => void; readonly notice: (text: string) => void },
): Promise<number> {
  try {
    if (args.length !== 1 || args[0] !== 'rotate') throw new ConfigError(USAGE)
    const config = readConfig(env)
    if (config.vault.kind !== 'file') {
      throw new ConfigError('this rotates the key of a data folder; for Secrets Manager use KMS')
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

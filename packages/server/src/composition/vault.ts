import { systemClock } from '../adapters/system/clock.ts'
import { createIdSource } from '../adapters/system/ids.ts'
import { bookingEntity } from '../booking/bookings/booking-item.ts'
import { resealPrivateAnswers } from '../booking/bookings/reseal-private-answers.ts'
import { endpointEntity } from '../delivery/webhooks/endpoint.ts'
import { resealSecrets } from '../delivery/webhooks/signing-secrets.ts'
import { kindOfKey } from '../ops/doctor/item-kind.ts'
import { paymentConnectionEntity } from '../payments/connection/payment-connection.ts'
import { resealPaymentConnection } from '../payments/connection/sealed-secrets.ts'
import type { CommandOutput } from './command.ts'
import { commandOf, messageOf } from './command.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { hasStore, withExistingStore } from './existing-store.ts'
import { openFileVault, openSecretBox } from './open-vault.ts'

/** The text for `--help`. */
export const VAULT_USAGE = `Usage: npm run vault -- rotate

  Encrypts the credentials of connected calendars, the secrets of webhooks, the private answers of bookings
  and the keys of payment vendors with a new key, and removes keys that are no longer needed. Servers can keep running. With HOLDFAST_VAULT_KEYS, the first key in the
  setting is used; remove the other keys from the setting afterwards.
`

/**
 * Rotates the key of the vault in the data folder. Resolves with the exit code: 0 done, 2 failed. Never
 * rejects. Fails if credentials are on AWS, whose keys KMS rotates.
 */
export const runVault = commandOf(async (args, env, output) => {
  if (args.length !== 1 || args[0] !== 'rotate') throw new ConfigError(VAULT_USAGE)
  const config = readConfig(env)
  if (config.vault.kind !== 'file') {
    throw new ConfigError(
      `HOLDFAST_VAULT is "${config.vault.kind}". This command rotates the key of a data folder; on AWS, KMS rotates its keys by itself.`,
    )
  }
  const vault = openFileVault(config.dataDir, config.vault.keys)
  const { reencrypted, keysRemoved } = await vault.rotate(() => resealStore(config, output))
  output.report(`Secrets encrypted anew: ${reencrypted}. Old keys removed: ${keysRemoved}.\n`)
  return 0
}, messageOf)

/**
 * Encrypts the secrets of all webhook endpoints, the private answers of all bookings and the keys of payment
 * vendors with the newest key. Resolves with their number.
 */
async function resealStore(config: Config, output: CommandOutput): Promise<number> {
  const secretBox = openSecretBox(config)
  if (secretBox === undefined || !hasStore(config)) return 0
  let count = 0
  await withExistingStore(config, output.notice, async ({ store }) => {
    const deps = { store, clock: systemClock, ids: createIdSource(), secretBox }
    for await (const page of store.scan()) {
      for (const item of page) {
        const { kind } = kindOfKey(item)
        if (kind === 'webhook_endpoint') {
          const before = endpointEntity.decode(item)
          const after = await resealSecrets(deps, before)
          if (after !== undefined && after.version !== before.version) count += after.secrets.length
        } else if (kind === 'booking' && item.sealedPrivateAnswers !== undefined) {
          if (await resealPrivateAnswers(deps, bookingEntity.decode(item).id)) count += 1
        } else if (kind === 'payment_connection') {
          const { accountId } = paymentConnectionEntity.decode(item)
          count += await resealPaymentConnection(deps, accountId)
        }
      }
    }
    return 0
  })
  return count
}

import manifest from '../../../package.json' with { type: 'json' }
import { createOutboundHttp } from '../../adapters/outbound/outbound-http.ts'
import { fixedVaultKeys, parseVaultKeys } from '../../adapters/vault/keys.ts'
import { createSecretBox } from '../../adapters/vault/secret-box.ts'
import { createWebhookSender } from '../../adapters/webhooks/sender.ts'
import type { WebhookSender } from '../../delivery/ports/webhook-sender.ts'
import type { DeliverDependencies } from '../../delivery/webhooks/deliver.ts'
import { ConfigError } from '../config.ts'
import type { AwsBase } from './base.ts'
import type { AwsSettings } from './settings.ts'

/** Opens the sender for webhook receivers. As deployed, it refuses private addresses. */
export const openWebhookSender = (
  { allowPrivateNetwork }: Pick<AwsSettings, 'allowPrivateNetwork'>,
  version: string,
): WebhookSender =>
  createWebhookSender({
    outbound: createOutboundHttp({ allowPrivateNetwork }),
    userAgent: `Holdfast/${version}`,
  })

/** The dependencies of the consumer that fans events out. It signs nothing. */
export const webhookDependencies = ({ deps, settings }: AwsBase): DeliverDependencies => ({
  ...deps,
  webhookSender: openWebhookSender(settings, manifest.version),
})

/** The dependencies of the consumer that sends messages. */
export const deliveryDependencies = (base: AwsBase): DeliverDependencies => ({
  ...webhookDependencies(base),
  ...openSecretBox(base),
})

/** The box that encrypts webhook secrets, in functions that have its keys. */
export function openSecretBox({
  secretValues,
}: Pick<AwsBase, 'secretValues'>): Pick<DeliverDependencies, 'secretBox'> {
  if (secretValues.vaultKeys === undefined) return {}
  const keys = parseVaultKeys(secretValues.vaultKeys)
  if (keys !== undefined) return { secretBox: createSecretBox(fixedVaultKeys(keys)) }
  throw new ConfigError(
    'HOLDFAST_VAULT_KEYS_SECRET is not a valid list of keys. Store keys of 64 hexadecimal digits in the secret, newest first, separated by commas.',
  )
}

import manifest from '../../../package.json' with { type: 'json' }
import { createOutboundHttp } from '../../adapters/outbound/outbound-http.ts'
import { createWebhookSender } from '../../adapters/webhooks/sender.ts'
import type { WebhookSender } from '../../delivery/ports/webhook-sender.ts'
import type { DeliverDependencies } from '../../delivery/webhooks/deliver.ts'
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

/** The dependencies of the consumers of webhooks. */
export const webhookDependencies = ({ deps, settings }: AwsBase): DeliverDependencies => ({
  ...deps,
  webhookSender: openWebhookSender(settings, manifest.version),
})

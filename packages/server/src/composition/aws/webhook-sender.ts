import { createOutboundHttp } from '../../adapters/outbound/outbound-http.ts'
import { createWebhookSender } from '../../adapters/webhooks/sender.ts'
import type { WebhookSender } from '../../delivery/ports/webhook-sender.ts'
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

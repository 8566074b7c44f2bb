import { createOutboundHttp } from '../../adapters/outbound/outbound-http.ts'
import { createWebhookSender } from '../../adapters/webhooks/sender.ts'
import type { WebhookSender } from '../../application/ports/webhook-sender.ts'

/** Opens what sends to webhook receivers; on AWS never to an address that is not public. */
export const openWebhookSender = (version: string): WebhookSender =>
  createWebhookSender({
    outbound: createOutboundHttp({ allowPrivateNetwork: false }),
    userAgent: `Holdfast/${version}`,
  })

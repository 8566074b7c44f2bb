import { eventRepresentation } from '../../kernel/events/event.ts'
import { instantOrNull, momentText, timestamps } from '../../kernel/representations.ts'
import type { Delivery } from './delivery.ts'
import type { WebhookEndpoint } from './endpoint.ts'

/** The representation of a webhook endpoint. It never contains the secrets. */
export const webhookEndpointRepresentation = (endpoint: WebhookEndpoint) => ({
  id: endpoint.id,
  version: endpoint.version,
  url: endpoint.url,
  events: endpoint.events,
  status: endpoint.status,
  disabledReason: endpoint.disabledReason ?? null,
  failingSince: instantOrNull(endpoint.failingSinceEpochSeconds),
  previousSecretExpiresAt: instantOrNull(
    endpoint.secrets.find(({ expiresAtEpochSeconds }) => expiresAtEpochSeconds !== undefined)
      ?.expiresAtEpochSeconds,
  ),
  ...timestamps(endpoint),
})

/** The representation of a delivery, with its event and its attempts. */
export const deliveryRepresentation = (delivery: Delivery) => ({
  id: delivery.event.id,
  version: delivery.version,
  webhookEndpointId: delivery.endpointId,
  status: delivery.status,
  nextAttemptAt:
    delivery.nextAttemptAtEpochMilliseconds === undefined
      ? null
      : momentText(delivery.nextAttemptAtEpochMilliseconds),
  attempts: delivery.attempts.map((attempt) => ({
    at: momentText(attempt.atEpochMilliseconds),
    durationMilliseconds: attempt.durationMilliseconds,
    status: attempt.status ?? null,
    text: attempt.text,
  })),
  event: eventRepresentation(delivery.event),
})

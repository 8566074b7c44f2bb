import type { Result } from '@holdfast/engine'

/** One message to one endpoint. */
export interface WebhookMessage {
  readonly url: string
  /** The event's id, the same for every attempt. Receivers drop duplicates by it. */
  readonly id: string
  /** The exact text that is signed and sent. */
  readonly body: string
  /** The secrets to sign with, `whsec_…`. Two while a secret is being rotated. */
  readonly secrets: readonly string[]
}

/** The receiver's response, or why there was none. */
export type WebhookOutcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** The beginning of the response body, sanitized. */
      readonly excerpt: string
      readonly retryAfterSeconds?: number
      readonly durationMilliseconds: number
    }
  | { readonly kind: 'failed'; readonly error: string; readonly durationMilliseconds: number }

/**
 * Sends messages as Standard Webhooks prescribe, to URLs chosen by users: only https and public
 * addresses, which are checked again when connecting. Follows no redirects; time and size are limited.
 */
export interface WebhookSender {
  /** Creates a secret, `whsec_…`. */
  newSecret(): string
  /** Checks a URL before it is stored. The refusal is a message for the account's developer. */
  checkUrl(url: string): Result<undefined, string>
  /** Signs and sends a message. Never rejects because of the receiver. */
  send(message: WebhookMessage): Promise<WebhookOutcome>
}

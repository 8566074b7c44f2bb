import type { Result } from '@holdfast/engine'

/** One message to one endpoint. */
export interface WebhookMessage {
  readonly url: string
  /** The event's id: the same over every attempt, so that a receiver can drop duplicates. */
  readonly id: string
  /** The exact text that is signed and sent. */
  readonly body: string
  /** The secrets to sign with, `whsec_…`; two while a secret is being replaced. */
  readonly secrets: readonly string[]
}

/** What came back: an answer, or why there was none. */
export type WebhookAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** The beginning of the answer's body, cleaned. */
      readonly excerpt: string
      readonly retryAfterSeconds?: number
      readonly durationMilliseconds: number
    }
  | { readonly kind: 'failed'; readonly error: string; readonly durationMilliseconds: number }

/**
 * Sends messages per Standard Webhooks to URLs that strangers chose: https, to public addresses
 * only, checked again for the connection that is really made; no redirect is followed, and time and
 * size are bounded.
 */
export interface WebhookSender {
  /** Makes a secret, `whsec_…`. */
  newSecret(): string
  /** Says what is wrong with a URL before it is stored, in words for its owner. */
  checkUrl(url: string): Result<undefined, string>
  /** Signs and sends; rejects for nothing that the other side can cause. */
  send(message: WebhookMessage): Promise<WebhookAnswer>
}

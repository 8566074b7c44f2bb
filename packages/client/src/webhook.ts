import type { HoldfastEvent } from './event-stream.ts'
import type { components } from './openapi.generated.ts'

/** An event that a webhook endpoint receives, including the test message. */
export type WebhookEvent = HoldfastEvent | components['schemas']['WebhookTestEvent']

/** A received webhook message. */
export interface WebhookMessage {
  /** The body exactly as it was received. Parsing and serializing it again changes its bytes. */
  readonly body: string | Uint8Array
  /** The headers of the request, by name in any case. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

/** How a message is verified. */
export interface VerifyOptions {
  /** The secret of the endpoint, `whsec_…`, or several of them. */
  readonly secret: string | readonly string[]
  /** How old or how far in the future a message may be. Default: 300. */
  readonly toleranceSeconds?: number
  /** The current time in epoch milliseconds. Default: the clock of this machine. */
  readonly nowEpochMilliseconds?: number
}

/** A message that must not be trusted, thrown by `verifyWebhook`. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

const SECRET_PREFIX = 'whsec_'

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function headerOf({ headers }: WebhookMessage, name: string): string {
  const pairs = headers instanceof Headers ? [...headers] : Object.entries(headers)
  const value = pairs.find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError(`the header ${name} is missing`)
}

async function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(SECRET_PREFIX, ''))
  if (!secret.startsWith(SECRET_PREFIX) || bytes === undefined) {
    throw new TypeError('a webhook secret is whsec_ and Base64')
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/**
 * Checks that a message is from Holdfast and recent (Standard Webhooks 1.0), and returns its event. During
 * a rotation, a message has one signature for each secret; one that matches is enough. Throws a
 * `WebhookVerificationError`: then respond with 400 and ignore the message.
 */
export async function verifyWebhook(
  message: WebhookMessage,
  { secret, toleranceSeconds = 300, nowEpochMilliseconds = Date.now() }: VerifyOptions,
): Promise<WebhookEvent> {
  const id = headerOf(message, 'webhook-id')
  const timestamp = headerOf(message, 'webhook-timestamp')
  const signatures = headerOf(message, 'webhook-signature').split(' ')
  const ageSeconds = nowEpochMilliseconds / 1000 - Number(timestamp)
  if (!/^\d+$/.test(timestamp) || Math.abs(ageSeconds) > toleranceSeconds) {
    throw new WebhookVerificationError('the message is too old or its time is wrong')
  }
  const text =
    typeof message.body === 'string' ? message.body : new TextDecoder().decode(message.body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const keys = await Promise.all((typeof secret === 'string' ? [secret] : secret).map(keyOf))
  for (const signature of signatures) {
    const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined
    if (bytes === undefined) continue
    for (const key of keys) {
      // Compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, bytes, signed)) return JSON.parse(text)
    }
  }
  throw new WebhookVerificationError('no signature matches')
}

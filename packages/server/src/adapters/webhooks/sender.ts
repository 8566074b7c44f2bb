import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type {
  WebhookMessage,
  WebhookOutcome,
  WebhookSender,
} from '../../delivery/ports/webhook-sender.ts'
import type { OutboundHttp } from '../../kernel/ports/outbound-http.ts'
import { retryAfterIn } from '../../kernel/retry-after.ts'

/** Standard Webhooks recommends 15 to 30 seconds. */
const TIMEOUT_MS = 20_000
const EXCERPT_BYTES = 1024
const SECRET_BYTES = 32

/** How messages are sent. */
export interface WebhookSenderOptions {
  readonly outbound: OutboundHttp
  readonly userAgent: string
  /** The machine's clock, not a test clock: receivers compare timestamps of messages with their own. */
  readonly machineEpochMilliseconds?: () => number
  readonly timeoutMilliseconds?: number | undefined
}

/** Creates a sender that signs by Standard Webhooks 1.0, with the library of its authors. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { outbound, userAgent, timeoutMilliseconds = TIMEOUT_MS } = options
  const now = options.machineEpochMilliseconds ?? (() => Date.now())
  return {
    newSecret: () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
    checkUrl: (url) => outbound.checkUrl(url),
    async send(message) {
      const startedAt = performance.now()
      const answer = await outbound.send({
        method: 'POST',
        url: message.url,
        headers: signedHeaders(message, new Date(now()), userAgent),
        body: message.body,
        timeoutMilliseconds,
        bodyBytes: EXCERPT_BYTES,
        bodyTaken: 'beginning',
      })
      const durationMilliseconds = performance.now() - startedAt
      if (!answer.ok) return { kind: 'failed', error: answer.refusal.detail, durationMilliseconds }
      const { status, headers, body } = answer.value
      const retryAfterSeconds = retryAfterIn(headers, now())
      return {
        kind: 'answered',
        status,
        excerpt: excerptOf(body),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
        durationMilliseconds,
      } satisfies WebhookOutcome
    },
  }
}

function signedHeaders(
  { id, body, secrets }: WebhookMessage,
  at: Date,
  userAgent: string,
): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}

// The owner can read the excerpt of a stranger's response, so it is text without control characters.
const excerptOf = (body: Uint8Array): string =>
  Array.from(new TextDecoder().decode(body))
    .map((character) => (/\p{Cc}/u.test(character) ? ' ' : character))
    .join('')

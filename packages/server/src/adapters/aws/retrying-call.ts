import { createBackoff, DEFAULT_RETRY_POLICY, type RetryPolicy } from './retry.ts'
import { type ErrorResponse, errorResponse, NoResponse, type SignedPost } from './signed-post.ts'

/** Five retries, 50 ms to 2 s apart, within 10 s: for services whose calls background work waits for. */
export const PATIENT_RETRY_POLICY: RetryPolicy = {
  ...DEFAULT_RETRY_POLICY,
  retries: 5,
  baseMs: 50,
  capMs: 2000,
}

/** The answer to a call: its JSON body, or the last error. */
export type CallReply =
  | { readonly kind: 'done'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly error: CallError }

/** The error of a call, from the service or from the connection. */
export type CallError = Pick<ErrorResponse, 'code' | 'message' | 'requestId'>

/** Throttling and temporary failures of AWS. */
const TEMPORARY = new Set([
  'DependencyTimeoutException',
  'InternalFailure',
  'InternalServiceError',
  'KMSInternalException',
  'KeyUnavailableException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
])

const UNANSWERED = 'NoResponse'

const isTemporary = (code: string): boolean =>
  TEMPORARY.has(code) || code === UNANSWERED || /^HTTP 5\d\d$/.test(code)

/**
 * Calls an operation of a service, and again while it is throttled, fails temporarily or gives no answer. So
 * the operation must be harmless to repeat. Rejects only with errors that are no failures of the service.
 */
export async function callWithRetries(
  client: Pick<SignedPost, 'post'>,
  policy: RetryPolicy,
  target: string,
  input: object,
): Promise<CallReply> {
  const backoff = createBackoff(policy)
  let reply: CallReply
  do {
    reply = await attempt(client, target, input)
    if (reply.kind === 'done' || !isTemporary(reply.error.code)) return reply
  } while (await backoff.next())
  return reply
}

async function attempt(
  client: Pick<SignedPost, 'post'>,
  target: string,
  input: object,
): Promise<CallReply> {
  try {
    const answer = await client.post(target, JSON.stringify(input))
    if (answer.status !== 200) return { kind: 'refused', error: errorResponse(answer) }
    // The cast: AWS answers with a JSON object.
    return { kind: 'done', body: JSON.parse(answer.text) as Record<string, unknown> }
  } catch (failure) {
    if (!(failure instanceof NoResponse)) throw failure
    return { kind: 'refused', error: { code: UNANSWERED, message: failure.message } }
  }
}

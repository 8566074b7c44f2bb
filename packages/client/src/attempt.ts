import { ConnectionError } from './connection-error.ts'

/** Statuses that a `Response` cannot have a body with (WHATWG Fetch, null body status). */
const WITHOUT_BODY = new Set([101, 204, 205, 304])

/**
 * Reads the whole body, so that a connection that breaks in the middle fails the attempt and not the caller.
 * An event stream has no end, so it is left as it is.
 */
async function withWholeBody(response: Response): Promise<Response> {
  const { status, statusText, headers, body } = response
  const isStream = headers.get('content-type')?.startsWith('text/event-stream')
  if (body === null || isStream || WITHOUT_BODY.has(status)) return response
  return new Response(await response.arrayBuffer(), { status, statusText, headers })
}

async function completed(sent: Promise<Response>, signal: AbortSignal): Promise<Response> {
  try {
    return await withWholeBody(await sent)
  } catch (error) {
    throw signal.aborted ? signal.reason : new ConnectionError(error)
  }
}

/**
 * Sends one attempt and reads its response. Rejects with a `ConnectionError` if no complete response arrives, and with a
 * `TimeoutError` if this takes longer than `timeoutMilliseconds`. An event stream only has to begin in this time.
 */
export async function attempt(
  send: (request: Request) => Promise<Response>,
  requestWith: (signal: AbortSignal) => Request,
  signal: AbortSignal,
  timeoutMilliseconds: number,
): Promise<Response> {
  const ended = new AbortController()
  const abort = () => ended.abort(signal.reason)
  const timer = setTimeout(() => {
    const message = `no response within ${timeoutMilliseconds} ms`
    ended.abort(new DOMException(message, 'TimeoutError'))
  }, timeoutMilliseconds)
  if (signal.aborted) abort()
  // Stays after the response, so that the caller can still end an event stream.
  signal.addEventListener('abort', abort, { once: true })
  try {
    // Outside of what is taken for a failure of the connection: it throws for a request that cannot exist.
    const request = requestWith(ended.signal)
    return await completed(send(request), ended.signal)
  } finally {
    clearTimeout(timer)
  }
}

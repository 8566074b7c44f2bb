/**
 * No complete response arrived: the server cannot be reached, or the connection broke. `cause` is the error of `fetch`. The
 * request may have taken effect.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'

  constructor(cause: unknown) {
    super('the connection to the server failed', { cause })
  }
}

/**
 * Whether a caught error says that the server could not be reached or did not answer in time, and not that the program or
 * the response is wrong.
 */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof DOMException && error.name === 'TimeoutError')

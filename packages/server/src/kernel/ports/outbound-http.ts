import type { Result } from '@holdfast/engine'

/** A request to a URL that a stranger chose. */
export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** From the request to the end of its answer. */
  readonly timeoutMilliseconds: number
  /** Ends the attempt earlier. */
  readonly signal?: AbortSignal
  /**
   * More of an answer is not read: `whole` refuses it then, and also one that breaks off; `beginning`
   * takes what there is.
   */
  readonly bodyBytes: number
  readonly bodyTaken: 'whole' | 'beginning'
}

/** Why a request did not bring an answer. */
export interface OutboundRefusal {
  readonly code: /** The URL cannot be used, or leads to an address that is not public. */
    | 'forbidden_address'
    /** The answer is larger than what was asked for. */
    | 'too_large'
    /** The other side does not answer, not in time, or not in HTTP. */
    | 'unreachable'
  /** In words, for whoever gave the URL. */
  readonly detail: string
}

/** An answer; header names are in lower case. A redirect is an answer like any other. */
export interface OutboundAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * Requests to the outside that cannot be turned against the inside: https only, no credentials in
 * the URL, and a connection only to an address that is public, whatever a name resolves to at that
 * moment. No redirect is followed.
 */
export interface OutboundHttp {
  /** Says what is wrong with a URL before anything is sent, in words for whoever gave it. */
  checkUrl(url: string): Result<undefined, string>
  /** Sends; what the other side or the way to it does wrong is a refusal. */
  send(request: OutboundRequest): Promise<Result<OutboundAnswer, OutboundRefusal>>
  /** Ends all connections. */
  close(): Promise<void>
}

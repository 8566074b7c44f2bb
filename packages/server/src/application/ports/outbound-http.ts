import type { Result } from '@holdfast/engine'

/** A request to a URL that a stranger chose. */
export interface OutboundRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** From the request to the end of its answer. */
  readonly timeoutMilliseconds: number
  /** More of an answer is not read: `whole` refuses it then, `beginning` takes what there is. */
  readonly bodyBytes: number
  readonly bodyTaken: 'whole' | 'beginning'
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
  /** Sends; what the other side or the way to it does wrong is a refusal in words. */
  send(request: OutboundRequest): Promise<Result<OutboundAnswer, string>>
  /** Ends all connections. */
  close(): Promise<void>
}

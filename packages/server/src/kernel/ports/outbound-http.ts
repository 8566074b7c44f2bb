import type { Result } from '@holdfast/engine'

/** A request to an untrusted URL. */
export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The limit from the request to the end of the answer. */
  readonly timeoutMilliseconds: number
  /** Aborts the attempt earlier. */
  readonly signal?: AbortSignal
  /**
   * What to do with an answer beyond this size or one that breaks off: `whole` refuses it, `beginning`
   * returns the part that was read.
   */
  readonly bodyBytes: number
  readonly bodyTaken: 'whole' | 'beginning'
}

/** Why a request failed. */
export interface OutboundRefusal {
  readonly code: /** The URL cannot be used, or leads to an address that is not public. */
    | 'forbidden_address'
    /** The answer exceeds the size limit. */
    | 'too_large'
    /** The other side does not answer, answers too late, or does not speak HTTP. */
    | 'unreachable'
  /** A description for the person who entered the URL. */
  readonly detail: string
}

/** An answer with lower-case header names. A redirect is an answer like any other. */
export interface OutboundAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * Sends requests to untrusted URLs without reaching the internal network: https only, no credentials in
 * the URL, connections to public addresses only (checked after name resolution), no redirects.
 */
export interface OutboundHttp {
  /** Validates a URL before anything is sent; a refusal describes what is wrong with it. */
  checkUrl(url: string): Result<undefined, string>
  /** Sends a request; failures of the other side or the network are refusals. */
  send(request: OutboundRequest): Promise<Result<OutboundAnswer, OutboundRefusal>>
  /** Closes all connections. */
  close(): Promise<void>
}

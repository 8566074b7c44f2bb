import type { Store } from '../../kernel/ports/store.ts'
import type { Consumer } from '../../kernel/queue/queue.ts'

/** Called once per change: with the words of a collector that takes no traces or metrics, and with undefined once it does. */
export type CollectorReport = (signal: 'traces' | 'metrics', words: string | undefined) => void

/** What a span of a request says about it. */
export interface TracedRequest {
  readonly requestId: string
  readonly method: string
  /** The route pattern, or `unmatched`. */
  readonly route: string
  readonly status: number
  readonly accountId?: string | undefined
}

/** Answers a request. More arguments pass through. */
export type Fetch<Rest extends unknown[]> = (
  request: Request,
  ...rest: Rest
) => Response | Promise<Response>

/**
 * Traces and metrics for a collector. Spans have routes, statuses, counts and ids. They have no paths, queries,
 * bodies, keys of items or texts of errors, since these can contain personal data.
 */
export interface Telemetry {
  /** Makes a span of each request. It continues the trace of a `traceparent` header. */
  fetch<Rest extends unknown[]>(fetch: Fetch<Rest>): Fetch<Rest>
  /** Describes the request whose span is active. */
  onRequest(request: TracedRequest): void
  /** Makes a span of each transaction. */
  store(store: Store): Store
  /** Makes a span of each attempt of a task. */
  consumers(consumers: readonly Consumer[]): readonly Consumer[]
  /** Sends what is left, and stops. Never rejects. */
  stop(): Promise<void>
}

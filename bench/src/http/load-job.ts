/**
 * What the load generator is asked for and what it answers. Both cross a process boundary by
 * structured clone.
 */

/** Where requests go. */
export interface Origin {
  readonly host: string
  readonly port: number
}

/**
 * Requests that one caller sends one after the other, as they go over the wire. `ID_PLACE` in any but
 * the first stands for the `id` of the answer before it.
 */
export type Unit = readonly string[]

/** Stands for the id that the answer before showed. */
export const ID_PLACE = '{id}'

/** A stretch of load: so many callers, each of which asks again once it is answered (closed loop). */
export interface LoadJob {
  readonly origin: Origin
  readonly connections: number
  readonly seconds: number
  readonly units: readonly Unit[]
  /** Whether to start over when every unit was sent; otherwise the stretch ends early. */
  readonly repeat: boolean
}

/** What came of it. */
export interface LoadResult {
  /** From the first request to the last answer. */
  readonly seconds: number
  /** Milliseconds of each unit whose answers were all 2xx. */
  readonly milliseconds: Float64Array
  /** Units with an answer that was not 2xx, by status. */
  readonly refused: Readonly<Record<string, number>>
  /** CPU that the generator itself used, in milliseconds. */
  readonly cpuMilliseconds: number
}

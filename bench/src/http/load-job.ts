/**
 * The request to the load generator and its response. Both cross a process boundary by structured clone.
 */

/** The address of a server. */
export interface Origin {
  readonly host: string
  readonly port: number
}

/**
 * Raw requests that one caller sends in sequence. In all but the first, `ID_PLACE` is replaced by the `id`
 * of the previous response.
 */
export type Unit = readonly string[]

/** Placeholder for the id in the previous response. */
export const ID_PLACE = '{id}'

/** A stretch of load by several callers in a closed loop. */
export interface LoadJob {
  /** The servers. Callers are spread evenly over them. */
  readonly origins: readonly [Origin, ...Origin[]]
  readonly connections: number
  readonly seconds: number
  readonly units: readonly Unit[]
  /** Whether to start over after the last unit. Otherwise the stretch ends early. */
  readonly repeat: boolean
}

/** The result of a stretch. */
export interface LoadResult {
  /** Time from the first request to the last response. */
  readonly seconds: number
  /** Milliseconds of each unit with only 2xx responses. */
  readonly milliseconds: Float64Array
  /** Number of units with a response other than 2xx, by status. */
  readonly refused: Readonly<Record<string, number>>
  /** CPU time of the generator, in milliseconds. */
  readonly cpuMilliseconds: number
}

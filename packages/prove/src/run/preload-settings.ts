/** What a parent tells a server. */
export interface ClockOrder {
  /** Added to the machine's clock. */
  readonly clockOffsetMilliseconds: number
}

/** A change of one source file while it is loaded. */
export interface PlantedChange {
  /** The end of the file's path. */
  readonly file: string
  /** A text that is in the file exactly once. */
  readonly find: string
  readonly replace: string
}

/** The variable with a `PlantedChange` as JSON. */
export const PLANTED = 'PROVE_PLANTED'

/** The variable with the offset of the clock at the start, in milliseconds. */
export const CLOCK_OFFSET = 'PROVE_CLOCK_OFFSET'

/** The variable that keeps a process from everything but this machine. */
export const OFFLINE = 'PROVE_OFFLINE'

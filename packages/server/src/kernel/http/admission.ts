/**
 * Limits the work that one process accepts. Beyond the limit, a request is refused at once instead of
 * waiting, so that the waiting time of the accepted ones stays bounded.
 */
export interface Admission {
  /** Whether there is room for one more request. Urgent requests also have the reserve. */
  hasRoom(isUrgent: boolean): boolean
  /** Takes a place if there is room. Each place must be released with `leave`. */
  enter(isUrgent: boolean): boolean
  leave(): void
}

/** The limits of a process. */
export interface AdmissionLimits {
  /** The most requests at once. Default: `MAX_REQUESTS`. */
  readonly most?: number | undefined
  /** The longest turn of the event loop. Default: `TURN_MILLISECONDS`. */
  readonly turnMilliseconds?: number
}

/** The most requests at once if none is configured. */
export const MAX_REQUESTS = 512

/** How long a turn of the event loop may take before it refuses the rest of its requests. */
export const TURN_MILLISECONDS = 1_000

/** How much more urgent requests get: places, and time in a turn. */
const URGENT_PLACES = 1.25
const URGENT_TIME = 2

/**
 * Creates the limit. It counts the requests that have entered, which bounds the wait for a store that
 * answers later. An embedded store answers within the turn of the event loop that read the request, so
 * nobody waits in this process: further requests wait in their sockets. All that were ready when the turn
 * began have waited as long as it takes, so a long turn refuses the rest of them.
 */
export function createAdmission(limits: AdmissionLimits = {}): Admission {
  const { most = MAX_REQUESTS, turnMilliseconds = TURN_MILLISECONDS } = limits
  const mostUrgent = Math.ceil(most * URGENT_PLACES)
  let entered = 0
  let turnStartedAt: number | undefined

  const turnAge = (): number => {
    const now = performance.now()
    if (turnStartedAt === undefined) {
      turnStartedAt = now
      // Runs after all sockets that are ready have been read.
      setImmediate(() => {
        turnStartedAt = undefined
      })
    }
    return now - turnStartedAt
  }
  const hasRoom = (isUrgent: boolean): boolean =>
    entered < (isUrgent ? mostUrgent : most) &&
    turnAge() < (isUrgent ? turnMilliseconds * URGENT_TIME : turnMilliseconds)

  return {
    hasRoom,
    enter(isUrgent) {
      if (!hasRoom(isUrgent)) return false
      entered += 1
      return true
    },
    leave() {
      entered -= 1
    },
  }
}

/**
 * Limits the requests that one process answers at once. Beyond the limit, a request is refused at once
 * instead of waiting, so that the waiting time of the accepted ones stays bounded.
 */
export interface Admission {
  /** Whether there is room for one more request. Urgent requests also have the reserve. */
  hasRoom(isUrgent: boolean): boolean
  /** Takes a place if there is room. Each place must be released with `leave`. */
  enter(isUrgent: boolean): boolean
  leave(): void
}

/** The limit of a process. */
export interface AdmissionLimits {
  /** The most requests at once. Default: `MAX_REQUESTS`. */
  readonly most?: number | undefined
}

/** The most requests at once if none is configured. */
export const MAX_REQUESTS = 512

/** The share of places that only urgent requests can take, on top of the limit. */
const RESERVE = 0.25

/** Creates the limit: `most` requests at once, and a quarter more for urgent ones. */
export function createAdmission({ most = MAX_REQUESTS }: AdmissionLimits = {}): Admission {
  const mostUrgent = most + Math.ceil(most * RESERVE)
  let entered = 0
  const hasRoom = (isUrgent: boolean) => entered < (isUrgent ? mostUrgent : most)
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

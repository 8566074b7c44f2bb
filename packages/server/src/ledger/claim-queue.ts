import { acquire, isAcquired, type Lock } from '../kernel/keyed-mutex.ts'
import type { Retries } from '../kernel/ports/retries.ts'
import { beginRetries, CONFLICT, tooContended } from '../kernel/retry.ts'

/** Answered by an attempt that met another transaction on one of its items; nothing was applied. */
export const CONTENDED = Symbol('contended')

/** How one claim is tried. Each attempt answers `CONFLICT` if it is to be decided again. */
export interface ClaimAttempts<Outcome> {
  /**
   * Reads what the claim needs without writing. Answers the refusal if the time is taken, and `CONFLICT` if the
   * claim is to be tried.
   */
  look(): Promise<Outcome | typeof CONFLICT>
  /** The same, on the items that the last conflict returned. */
  known(): Outcome | typeof CONFLICT
  /** Decides on what is known and commits; on what is stored if `rereads`. */
  commit(options: {
    readonly rereads: boolean
  }): Promise<Outcome | typeof CONFLICT | typeof CONTENDED>
}

/** Whether writers of a provider queue in this process, so that another claim looks before it queues, too. */
export const hasQueue = (providerId: string): boolean => isAcquired(providerId)

/**
 * Tries a claim on a provider until it is decided. After the first conflict, the writers of one provider in this
 * process queue, because they would only disturb each other; while there is a queue, who comes anew looks first
 * whether there is still something to queue for. `first`: how the attempt before the queue ended; undefined if there
 * was a queue, and so no attempt. Throws `StoreUnavailable` at the deadline of the request.
 */
export async function claimInTurn<Outcome>(
  providerId: string,
  attempts: ClaimAttempts<Outcome>,
  first: typeof CONFLICT | typeof CONTENDED | undefined,
): Promise<Outcome> {
  const retries = beginRetries()
  const resource = `the ledger of ${providerId}`
  // The items that a conflict returned, or one look, tell most of a crowd that their time is taken.
  const seen = first === CONFLICT ? attempts.known() : await attempts.look()
  if (seen !== CONFLICT) return seen
  const next = first === CONTENDED ? await retries.next() : 'ready'
  if (next !== 'ready') throw tooContended(resource, 1, next)
  const lock = await acquire(providerId, retries.millisecondsLeft())
  if (lock === undefined) throw tooContended(resource, 1, 'queued')
  return await commitAtHead(resource, attempts, retries, lock)
}

async function commitAtHead<Outcome>(
  resource: string,
  attempts: ClaimAttempts<Outcome>,
  retries: Retries,
  lock: Lock,
): Promise<Outcome> {
  let hasFailed = true
  try {
    // While this writer waited, the items that it had read were rewritten.
    let rereads = lock.hasWaited
    for (let round = 2; ; round += 1) {
      const outcome = await attempts.commit({ rereads })
      if (outcome !== CONFLICT && outcome !== CONTENDED) {
        hasFailed = false
        return outcome
      }
      // A conflict returns the items as they are; contention returns nothing.
      rereads = outcome === CONTENDED
      const next = await retries.next()
      if (next !== 'ready') throw tooContended(resource, round, next)
    }
  } finally {
    lock.release(hasFailed)
  }
}

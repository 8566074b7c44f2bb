import { isErasedBooker } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingKey } from '../../booking/keys.ts'
import {
  bookerlessBooking,
  type EventMatch,
  matchPerson,
} from '../../delivery/events/event-person.ts'
import type { KeptMails } from '../../delivery/ports/kept-mails.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import type { Mentions } from '../../kernel/privacy/person.ts'
import type { ErasureProgress } from '../../people/contacts/erasure.ts'

/** The dependencies of the erasure of people. */
export interface ErasureDependencies extends Dependencies {
  /** Set on a server that stores emails instead of sending them. */
  readonly keptMails?: Pick<KeptMails, 'removeWhere'>
  /** Overwrites what the store has deleted, where an engine keeps it in its files. */
  readonly purgeDeleted?: () => Promise<unknown>
}

/** The person that is being erased, for the steps. */
export interface ErasureWork {
  readonly accountId: string
  /** After the first round, what came later is about a new person. */
  readonly requestedAtEpochMilliseconds: number
  readonly progress: ErasureProgress
  readonly mentions: Mentions
}

/** Whether what was stamped in a second is from before the request. In the first round, all that is found is. */
export const isFromBefore = (work: ErasureWork, stampedAtEpochSeconds: number): boolean =>
  work.progress.isLaterRound !== true ||
  stampedAtEpochSeconds <= Math.floor(work.requestedAtEpochMilliseconds / 1000)

/** What one part of a step did. Without a cursor, the step is complete. */
export interface StepReport {
  readonly erased: number
  readonly cursor?: string
}

/** Does a bounded part of a step, after a cursor. */
export type Step = (
  deps: ErasureDependencies,
  work: ErasureWork,
  cursor: string | undefined,
) => Promise<StepReport>

/** Counts how many of some things a function erased. */
export async function countErased<Thing>(
  things: Iterable<Thing>,
  erase: (thing: Thing) => Promise<boolean>,
): Promise<number> {
  let erased = 0
  for (const thing of things) if (await erase(thing)) erased += 1
  return erased
}

/** A report of a part of a step. */
export const report = (erased: number, cursor: string | undefined): StepReport =>
  cursor === undefined ? { erased } : { erased, cursor }

/**
 * How to match some events: by what they say, and those of a hold without a booker by its booking, if that was
 * erased.
 */
export async function matchOf(
  deps: ErasureDependencies,
  { mentions }: ErasureWork,
  events: readonly DomainEvent[],
): Promise<EventMatch> {
  const ids = [...new Set(events.flatMap((event) => bookerlessBooking(event) ?? []))]
  const items = await readItems(deps.store, ids.map(bookingKey))
  const erased = items.flatMap((item) => {
    const booking = item && bookingEntity.decode(item)
    return booking?.booker && isErasedBooker(booking.booker) ? [booking.id] : []
  })
  return matchPerson(mentions, new Set(erased))
}

import { bookedInTab, keepBookedInTab } from '../shared/tab-storage.ts'
import { managedId } from './hold.ts'
import type { KeptBooked, Step } from './step.ts'
import type { Chosen } from './wish.ts'

function keptOf(step: Step): Omit<KeptBooked, 'chosen'> | undefined {
  if (step.kind === 'series') {
    const { id, token, skipped, bookings } = step.series
    return bookings.length === 0 ? undefined : { id, token, skipped }
  }
  // What leads on to another site would lead there again, whenever this page is opened.
  if (step.kind !== 'done' || step.managed.booking.redirectUrl) return undefined
  return { id: managedId(step.managed), token: step.managed.token }
}

/** Keeps what a step shows as booked, so that a reload of this tab shows it again. */
export function keepBooked(step: Step, chosen: Chosen): void {
  const kept = keptOf(step)
  if (kept) keepBookedInTab({ ...kept, chosen })
}

/** What was booked in this tab on this page before a reload. */
export const keptBooked = (): KeptBooked | undefined => bookedInTab()

/** Lets this tab begin another booking. */
export const forgetBooked = (): void => keepBookedInTab(undefined)

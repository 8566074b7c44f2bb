import type { Booking } from '@holdfast/engine'
import { bookingFromItem } from '../../booking/bookings/booking-item.ts'
import { expirationTriggerItem } from '../../booking/bookings/expiration-trigger.ts'
import { bookingKey } from '../../booking/keys.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import type { Check, IsMine } from './check.ts'
import { type Finding, finding } from './finding.ts'

/** The trigger that a booking must have: one while it is pending, none otherwise. */
export const triggerOf = (booking: Booking): Item | undefined =>
  booking.status === 'pending' && booking.holdExpiresAtEpochSeconds !== undefined
    ? expirationTriggerItem(booking, booking.holdExpiresAtEpochSeconds)
    : undefined

/**
 * Checks that every pending booking has exactly its trigger, and every trigger its pending booking.
 * It remembers pending bookings and triggers, which are as many as there are holds.
 */
export function triggersCheck(isMine: IsMine): Check {
  const wanted = new Map<string, Item>()
  const unsound = new Set<string>()
  const found: Item[] = []
  return {
    note(entry) {
      const { kind, item, partitionId } = entry
      if (kind === 'trigger' && isMine(keyTail(item.SK))) found.push(item)
      if (kind !== 'booking' || !isMine(partitionId)) return
      if (entry.problems.length === 0) {
        const trigger = triggerOf(bookingFromItem(item))
        if (trigger) wanted.set(partitionId, trigger)
      } else {
        // What a booking that contradicts itself needs is not for this check to say.
        unsound.add(partitionId)
      }
    },
    get factCount() {
      return wanted.size + unsound.size + found.length
    },
    *findings() {
      const right = new Set<string>()
      for (const trigger of found) {
        const bookingId = keyTail(trigger.SK)
        const expected = wanted.get(bookingId)
        if (unsound.has(bookingId)) continue
        if (expected && sameMembers(trigger, expected)) right.add(bookingId)
        else yield staleTrigger(trigger)
      }
      for (const [bookingId, trigger] of wanted) {
        if (!right.has(bookingId)) yield missingTrigger(bookingId, trigger)
      }
    },
  }
}

const staleTrigger = (trigger: Item): Finding =>
  finding(
    'trigger_stale',
    [trigger, bookingKey(keyTail(trigger.SK))],
    'an expiration trigger that is not the one of a pending booking',
  )

const missingTrigger = (bookingId: string, trigger: Item): Finding =>
  finding(
    'trigger_missing',
    [trigger, bookingKey(bookingId)],
    'the booking is pending, and nothing will expire it: its trigger is missing or differs',
  )

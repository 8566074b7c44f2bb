import type { Booking } from '@holdfast/engine'
import { triggerOfBlock } from '../../booking/blocks/long-blocks.ts'
import {
  type ExpirationTrigger,
  expirationTriggerEntity,
  triggerOf,
} from '../../booking/bookings/expiration-trigger.ts'
import { bookingKey } from '../../booking/keys.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import type { Check, InShare } from './check.ts'
import { type Finding, finding } from './finding.ts'

/** The trigger that a booking must have: one while it is pending, none otherwise. */
export const expectedTrigger = (booking: Booking): ExpirationTrigger | undefined =>
  booking.status === 'pending' && booking.holdExpiresAtEpochSeconds !== undefined
    ? triggerOf(booking, booking.holdExpiresAtEpochSeconds)
    : undefined

/**
 * Checks that every pending booking and every unfinished block has exactly its trigger, and every trigger
 * one of them. Its
 * facts are pending bookings and triggers: as many as there are holds.
 */
export function triggersCheck(inShare: InShare): Check {
  const expected = new Map<string, Item>()
  const invalidIds = new Set<string>()
  const found: Item[] = []
  return {
    visit(entry) {
      const { kind, item, partitionId } = entry
      if (kind === 'trigger' && inShare(keyTail(item.SK))) found.push(item)
      if (entry.kind === 'block' && entry.value?.finishByEpochSeconds !== undefined) {
        const trigger = triggerOfBlock(entry.value, entry.value.finishByEpochSeconds)
        const { id } = entry.value
        if (inShare(id)) expected.set(id, expirationTriggerEntity.encode(trigger))
      }
      if (kind !== 'booking' || !inShare(partitionId)) return
      if (entry.value === undefined) {
        // The trigger of an invalid booking is unknown.
        invalidIds.add(partitionId)
        return
      }
      const trigger = expectedTrigger(entry.value)
      if (trigger) expected.set(partitionId, expirationTriggerEntity.encode(trigger))
    },
    get factCount() {
      return expected.size + invalidIds.size + found.length
    },
    *findings() {
      const matched = new Set<string>()
      for (const trigger of found) {
        const bookingId = keyTail(trigger.SK)
        const wanted = expected.get(bookingId)
        if (invalidIds.has(bookingId)) continue
        if (wanted && sameMembers(trigger, wanted)) matched.add(bookingId)
        else yield staleTrigger(trigger)
      }
      for (const [bookingId, trigger] of expected) {
        if (!matched.has(bookingId)) yield missingTrigger(bookingId, trigger)
      }
    },
  }
}

const staleTrigger = (trigger: Item): Finding =>
  finding(
    'trigger_stale',
    [trigger, bookingKey(keyTail(trigger.SK))],
    'The expiration trigger does not match a pending booking.',
  )

const missingTrigger = (bookingId: string, trigger: Item): Finding =>
  finding(
    'trigger_missing',
    [trigger, bookingKey(bookingId)],
    'The booking is pending, but its expiration trigger is missing or wrong.',
  )

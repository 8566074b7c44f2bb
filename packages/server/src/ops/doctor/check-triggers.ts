import { triggerOfBlock } from '../../booking/blocks/long-blocks.ts'
import {
  type ExpirationTrigger,
  expirationTriggerEntity,
  triggerOf,
} from '../../booking/bookings/expiration-trigger.ts'
import { blockKey, bookingKey } from '../../booking/keys.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import type { Check, InShare } from './check.ts'
import type { ClassifiedItem } from './classified-item.ts'
import { type Finding, finding } from './finding.ts'

/** The trigger that a pending booking or an unfinished block must have. None for any other item. */
export function expectedTrigger(entry: ClassifiedItem): ExpirationTrigger | undefined {
  if (entry.value === undefined) return undefined
  if (entry.kind === 'booking') {
    const { status, holdExpiresAtEpochSeconds: expiresAt } = entry.value
    const isPending = status === 'pending' && expiresAt !== undefined
    return isPending ? triggerOf(entry.value, expiresAt) : undefined
  }
  if (entry.kind !== 'block') return undefined
  const { finishByEpochSeconds: finishBy } = entry.value
  return finishBy === undefined ? undefined : triggerOfBlock(entry.value, finishBy)
}

/** The key of the booking or block that a trigger belongs to. */
export function keyOfTriggered(trigger: Item): ItemKey {
  const { blockOfProviderId: providerId } = trigger
  const id = keyTail(trigger.SK)
  return typeof providerId === 'string' ? blockKey(providerId, id) : bookingKey(id)
}

/**
 * Checks that every pending booking and every unfinished block has exactly its trigger, and every trigger
 * one of them. Its facts are pending bookings, unfinished blocks and triggers: as many as there are holds.
 */
export function triggersCheck(inShare: InShare): Check {
  const expected = new Map<string, Item>()
  const invalidIds = new Set<string>()
  const found: Item[] = []
  return {
    visit(entry) {
      const { kind, item } = entry
      if (kind === 'trigger' && inShare(keyTail(item.SK))) found.push(item)
      if (kind !== 'booking' && kind !== 'block') return
      const id = kind === 'booking' ? entry.partitionId : entry.sortId
      if (!inShare(id)) return
      // The trigger of an invalid booking or block is unknown.
      if (entry.value === undefined) invalidIds.add(id)
      const trigger = expectedTrigger(entry)
      if (trigger) expected.set(id, expirationTriggerEntity.encode(trigger))
    },
    get factCount() {
      return expected.size + invalidIds.size + found.length
    },
    *findings() {
      const matched = new Set<string>()
      for (const trigger of found) {
        const id = keyTail(trigger.SK)
        const wanted = expected.get(id)
        if (invalidIds.has(id)) continue
        if (wanted && sameMembers(trigger, wanted)) matched.add(id)
        else yield staleTrigger(trigger)
      }
      for (const [id, trigger] of expected) if (!matched.has(id)) yield missingTrigger(trigger)
    },
  }
}

const staleTrigger = (trigger: Item): Finding =>
  finding(
    'trigger_stale',
    [trigger, keyOfTriggered(trigger)],
    'The expiration trigger does not match a pending booking or an unfinished block.',
  )

const missingTrigger = (trigger: Item): Finding =>
  finding(
    'trigger_missing',
    [trigger, keyOfTriggered(trigger)],
    'The booking is pending or the block is unfinished, but its expiration trigger is missing or wrong.',
  )

import { derivedItems } from '../../kernel/doctor/derived-items.ts'
import type { VisitedItem } from '../../kernel/doctor/rule.ts'
import { keyTail } from '../../kernel/keys.ts'
import { blockEntity } from '../blocks/block.ts'
import { triggerOfBlock } from '../blocks/grow-block.ts'
import { bookingEntity } from '../bookings/booking-item.ts'
import { expirationTriggerEntity, expirationTriggerItem } from '../bookings/expiration-trigger.ts'
import { bookingFinding } from '../findings.ts'
import { blockKey, bookingKey } from '../keys.ts'

const TRIGGERS = {
  kind: 'trigger',
  finding: bookingFinding,
  missing: {
    code: 'trigger_missing',
    sentence:
      'The booking is pending or the block is unfinished, but its expiration trigger is missing or wrong.',
  },
  stale: {
    code: 'trigger_stale',
    sentence: 'The expiration trigger does not match a pending booking or an unfinished block.',
    namesOwner: true,
  },
} as const

const isOfBlock = ({ item }: VisitedItem): boolean => typeof item.blockOfProviderId === 'string'

/** The rule that every pending booking has exactly its trigger. */
export const bookingTriggerRule = derivedItems({
  ...TRIGGERS,
  includes: (entry) => !isOfBlock(entry),
  owner: { kind: 'booking', entity: bookingEntity },
  expected(booking) {
    const { status, holdExpiresAtEpochSeconds: expiresAt } = booking
    const isPending = status === 'pending' && expiresAt !== undefined
    return isPending ? expirationTriggerItem(booking, expiresAt) : undefined
  },
  ownerKey: ({ SK }) => bookingKey(keyTail(SK)),
})

/** The rule that every unfinished block has exactly its trigger. */
export const blockTriggerRule = derivedItems({
  ...TRIGGERS,
  includes: isOfBlock,
  owner: { kind: 'block', entity: blockEntity },
  expected(block) {
    const { finishByEpochSeconds: finishBy } = block
    return finishBy === undefined
      ? undefined
      : expirationTriggerEntity.encode(triggerOfBlock(block, finishBy))
  },
  ownerKey: ({ SK, blockOfProviderId }) => blockKey(String(blockOfProviderId), keyTail(SK)),
})

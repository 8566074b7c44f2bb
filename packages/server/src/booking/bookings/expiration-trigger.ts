import type { Booking } from '@holdfast/engine'
import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { expirationTriggerKey } from '../keys.ts'

/**
 * The expiration trigger of a pending booking: it exists exactly as long as the booking is pending. An
 * unfinished block has one too, with its id in the place of the booking's.
 */
export interface ExpirationTrigger {
  readonly bookingId: string
  readonly accountId: string
  /** The provider of an unfinished block. Absent for a booking. */
  readonly blockOfProviderId?: string
  /** The hold lapses at this second. */
  readonly expiresAtEpochSeconds: number
}

// The store removes a trigger that the sweeper never saw a day after its time.
const TRIGGER_GRACE_SECONDS = 24 * 60 * 60

/** The item of an expiration trigger, in a queue by time. */
export const expirationTriggerEntity = defineEntity<ExpirationTrigger, 'expiresAtEpochSeconds'>({
  name: 'expiration trigger',
  key: ({ bookingId, expiresAtEpochSeconds }) =>
    expirationTriggerKey(bookingId, expiresAtEpochSeconds),
  inKey: { expiresAtEpochSeconds: ({ SK }) => Number(SK.slice(0, SK.indexOf('#'))) },
  schema: z.object({
    bookingId: z.string(),
    accountId: z.string(),
    blockOfProviderId: z.exactOptional(z.string()),
  }),
  ttl: ({ expiresAtEpochSeconds }) => expiresAtEpochSeconds + TRIGGER_GRACE_SECONDS,
})

/** The trigger of a pending booking. */
export const triggerOf = (
  { id, accountId }: Pick<Booking, 'id' | 'accountId'>,
  expiresAtEpochSeconds: number,
): ExpirationTrigger => ({ bookingId: id, accountId, expiresAtEpochSeconds })

/** The item of the trigger of a pending booking. */
export const expirationTriggerItem = (
  booking: Pick<Booking, 'id' | 'accountId'>,
  expiresAtEpochSeconds: number,
): Item => expirationTriggerEntity.encode(triggerOf(booking, expiresAtEpochSeconds))

import { providersOf as providersOfBooking } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { eventTypeEntity } from '../../booking/event-types/event-type.ts'
import { bookingKey, eventTypeKey, providerKey, waitlistEntryKey } from '../../booking/keys.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import { waitlistEntryEntity } from '../../booking/waitlist/entry.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { providersOfRow } from '../../kernel/http/authorize.ts'
import type { ProvidersOf } from '../../kernel/http/context.ts'

/** Looks up which providers a resource belongs to, for callers that are restricted to some. */
export const createProvidersOf =
  // The description of the API is built without a store.
    (deps: Pick<Dependencies, 'store'>): ProvidersOf =>
    async (kind, id, accountId) => {
      const { store } = deps
      if (kind === 'provider') {
        const provider = await providerEntity.read(store, providerKey(id), { consistent: true })
        const isKnown =
          provider?.accountId === accountId && provider.deletedAtEpochSeconds === undefined
        return isKnown ? [id] : undefined
      }
      if (kind === 'booking') {
        const booking = await bookingEntity.read(store, bookingKey(id), { consistent: true })
        return booking?.accountId === accountId ? providersOfBooking(booking) : undefined
      }
      if (kind === 'waitlist_entry') {
        const entry = await waitlistEntryEntity.read(store, waitlistEntryKey(id), {
          consistent: true,
        })
        return entry?.accountId === accountId ? [entry.providerId] : undefined
      }
      const eventType = await eventTypeEntity.read(store, eventTypeKey(id), { consistent: true })
      if (eventType?.accountId !== accountId) return undefined
      // Whoever may change an event type can read it; its candidates only read and book it.
      return kind === 'event_type_settings' ? [eventType.providerId] : providersOfRow(eventType)
    }

import type { Booking } from '@holdfast/engine'
import { confirmBooking } from '../../src/booking/bookings/change-booking.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { createEventType } from '../../src/booking/event-types/event-types.ts'
import { createProvider } from '../../src/booking/provider-changes/save-provider.ts'
import type { AppDependencies } from '../../src/composition/http/app.ts'
import { firstAccount } from '../../src/identity/accounts/accounts.ts'

/** Creates a provider in UTC with a one-hour event type around the clock, held for 5 minutes. */
export async function bookable(deps: AppDependencies) {
  const accountId = await firstAccount(deps)
  const caller = {
    accountId,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  const provider = await createProvider(deps, caller, { name: 'Room', timeZone: 'UTC' })
  if (!provider.ok) throw new Error(provider.refusal.code)
  const eventType = await createEventType(deps, caller, {
    providerId: provider.value.id,
    slug: 'hour',
    title: 'An hour',
    durationMinutes: 60,
    availabilityRules: (['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const).map(
      (weekday) => ({ weekday, windows: [{ start: '00:00', end: '24:00' }] }),
    ),
  })
  if (!eventType.ok) throw new Error(eventType.refusal.code)
  const hold = async (start: string, email = 'ada@example.com'): Promise<Booking> => {
    const made = await createBooking(deps, caller, {
      target: { eventTypeId: eventType.value.id },
      startEpochSeconds: Date.parse(start) / 1000,
      booker: { name: 'Ada', email },
    })
    if (!made.ok) throw new Error(made.refusal.code)
    return made.value.booking
  }
  const book = async (start: string, email?: string): Promise<Booking> => {
    const held = await hold(start, email)
    const confirmed = await confirmBooking(deps, caller, held.id)
    if (!confirmed.ok) throw new Error(confirmed.refusal.code)
    return confirmed.value
  }
  return { accountId, caller, provider: provider.value, eventType: eventType.value, hold, book }
}

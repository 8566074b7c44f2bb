import type { Call } from './call.ts'
import { makeBooking, makeProvider } from './fixtures.ts'

/** Gets every documented answer of a reassignment; `bookingId` is a booking without requirements. */
export async function seeReassignments(call: Call, bookingId: string): Promise<void> {
  const reassign = (id: string, body: object) =>
    call('POST', `/v1/bookings/${id}/reassign`, { body: { ...body } })
  const nobody = 'bkg_01kqs3v7m8e2f4g6h8j0k2m4n6'
  await reassign(nobody, {})
  await reassign(nobody, { to: 7 })
  await reassign(bookingId, {})
  const providerIds = [(await makeProvider(call)).id, (await makeProvider(call)).id]
  const requirements = [{ name: 'doctor', providerIds, count: 1 }]
  await reassign((await makeBooking(call, { requirements })).id, {})
}

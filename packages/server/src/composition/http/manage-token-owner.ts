import { bookingMeantBy, isId } from '@holdfast/engine'
import { getManagedBooking } from '../../booking/bookings/managed-booking.ts'
import { accountOfManagedGroup, getBookingOfManagedGroup } from '../../booking/groups/read-group.ts'
import { getManagedEntry } from '../../booking/waiting/waitlist-entries.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { CallerAccounts } from '../../kernel/http/context.ts'
import { accountOfManagedStay } from '../../stays/public/guest-stays.ts'

/** Finds what a manage token belongs to: a booking, a group of bookings, an entry of a wait list, or a stay. */
export const ownerOfManageToken =
  (deps: Dependencies): CallerAccounts['ofManageToken'] =>
  async ({ id, stayId }, token) => {
    if (stayId !== undefined) {
      const stay = await accountOfManagedStay(deps, { calendarId: id, stayId }, token)
      if (stay === 'expired' || stay?.accountId) return stay
      const bookingId = bookingMeantBy(stayId)
      return (bookingId && (await getManagedBooking(deps, bookingId, token))) || stay
    }
    if (isId('bookingGroup', id)) return await accountOfManagedGroup(deps, id, token)
    if (isId('waitlistEntry', id)) return await getManagedEntry(deps, id, token)
    const booking = await getManagedBooking(deps, id, token)
    return booking ?? (await getBookingOfManagedGroup(deps, id, token))
  }

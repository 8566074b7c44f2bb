import { type Booking, stayIdOfBooking } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { checkManageToken, isHashOfNoToken } from '../../kernel/manage-tokens.ts'
import { bookingKey } from '../keys.ts'
import { bookingEntity } from './booking-item.ts'

/** Reads the booking that a manage token belongs to; `expired` if the token has ended. Any other token finds nothing. */
export async function getManagedBooking(
  deps: Dependencies,
  bookingId: string,
  manageToken: string,
): Promise<Booking | 'expired' | undefined> {
  const booking = await bookingEntity.read(deps.store, bookingKey(bookingId))
  if (booking === undefined) return undefined
  const own = checkManageToken(deps, manageToken, booking)
  const check = own === 'wrong' ? checkStayToken(deps, manageToken, booking) : own
  if (check === 'expired') return 'expired'
  return check === 'valid' ? booking : undefined
}

/** Whether a token is that of the stay whose place a booking took, until the booking gets a new address. */
function checkStayToken(
  deps: Pick<Dependencies, 'secrets' | 'clock'>,
  token: string,
  { id, stay, manageTokenGeneration = 0, manageTokenHash, endEpochSeconds }: Booking,
): ReturnType<typeof checkManageToken> {
  if (stay === undefined || manageTokenGeneration > 0 || isHashOfNoToken(manageTokenHash))
    return 'wrong'
  return checkManageToken(deps, token, {
    id: stayIdOfBooking(id),
    manageTokenHash,
    endEpochSeconds,
  })
}

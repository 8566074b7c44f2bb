import type { BookingConfirm } from '@holdfast/contracts'
import { ok, type Result } from '@holdfast/engine'
import type { z } from '@hono/zod-openapi'
import type { PublicGuard } from '../../identity/limits/cap-sizes.ts'
import { type PublicCapsContext, takeBookingForEmail } from '../../identity/limits/public-caps.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { ConfirmationDetails } from '../bookings/change-booking.ts'
import { typedBooker } from '../bookings/typed-booker.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { bookerOf, fieldsInputOf } from './booker.ts'

interface Context extends PublicCapsContext {
  readonly deps: BookingDependencies
  readonly guard: PublicGuard | undefined
}

/**
 * The booker whom a confirmation names, with their fields; undefined if it names nobody. Of a caller without a key, the booking counts
 * for their address or phone number.
 */
export async function confirmationDetails(
  { deps, caps, guard }: Context,
  caller: Pick<Caller, 'accountId' | 'clientNetwork' | 'role'>,
  { booker: sent, ...fields }: Omit<z.infer<typeof BookingConfirm>, 'withoutPayment'>,
): Promise<Result<ConfirmationDetails | undefined, Refusal>> {
  const { accountId, role } = caller
  const typed = await typedBooker(deps, { accountId, booker: sent && bookerOf(sent), guard })
  if (!typed.ok) return typed
  const booker = typed.value
  if (booker === undefined) return ok(undefined)
  if (role !== 'account') {
    const { email, phone } = booker
    const taken = await takeBookingForEmail({ deps, caps }, { ...caller, email, phone })
    if (!taken.ok) return taken
  }
  return ok({ booker, fields: fieldsInputOf(fields), requiresEmailProof: guard === 'email' })
}

import type { PublicBookerInput } from '@holdfast/contracts'
import { type Booker, ok, type Result } from '@holdfast/engine'
import type { z } from '@hono/zod-openapi'
import type { PublicGuard } from '../../identity/limits/cap-sizes.ts'
import { type PublicCapsContext, takeBookingForEmail } from '../../identity/limits/public-caps.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { typedBooker } from '../bookings/typed-booker.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { accountBookerOf } from './booker.ts'

interface Context extends PublicCapsContext {
  readonly deps: BookingDependencies
  readonly guard: PublicGuard | undefined
}

/** The booker whom a confirmation names. Of a caller without a key, the booking counts for their address or phone number. */
export async function typedOnConfirmation(
  { deps, caps, guard }: Context,
  caller: Pick<Caller, 'accountId' | 'clientNetwork' | 'role'>,
  sent: z.infer<typeof PublicBookerInput> | undefined,
): Promise<Result<Booker | undefined, Refusal>> {
  const { accountId, role } = caller
  const typed = await typedBooker(deps, { accountId, booker: sent && accountBookerOf(sent), guard })
  if (!typed.ok || typed.value === undefined || role === 'account') return typed
  const { email, phone } = typed.value
  const taken = await takeBookingForEmail({ deps, caps }, { ...caller, email, phone })
  return taken.ok ? ok(typed.value) : taken
}

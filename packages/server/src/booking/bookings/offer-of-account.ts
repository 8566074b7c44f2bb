import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import { withAccountLimits } from '../limits/account-limits.ts'
import { limitsNoShows } from '../limits/claimed-limits.ts'
import type { BookingInput } from './booking-input.ts'
import { underNoShowLimits } from './no-show-limits.ts'
import type { Offer } from './offer.ts'
import type { StayOffer } from './stay-offer.ts'
import { whoBooks } from './who-books.ts'

/** An offer that was found. */
type Offered = ReturnType<typeof ok<Offer | StayOffer>>

/**
 * An offer under the limits of its account, and under what the account asks of people with no-shows, unless the account skips that
 * with `override`. The same object if there are none.
 */
export function offerOfAccount(
  deps: BookingDependencies,
  caller: Pick<Caller, 'role' | 'accountId' | 'booker'>,
  input: BookingInput,
  offered: Offered,
): Offered | Promise<Result<Offer | StayOffer, Refusal>> {
  const { eventType } = offered.value
  const found = withAccountLimits(deps, eventType)
  // Nearly always: each hold comes here.
  if (found === eventType) return offered
  return limitedOffer(deps, caller, input, offered.value, found)
}

async function limitedOffer(
  deps: BookingDependencies,
  caller: Pick<Caller, 'role' | 'accountId' | 'booker'>,
  input: BookingInput,
  offer: Offer | StayOffer,
  found: EventType | undefined | Promise<EventType | undefined>,
): Promise<Result<Offer | StayOffer, Refusal>> {
  const limited = await found
  if (limited === undefined) return ok(offer)
  const own =
    limitsNoShows(limited) && !input.isOverride
      ? underNoShowLimits(limited, await whoBooks(deps, caller, input))
      : ok(limited)
  return own.ok ? ok({ ...offer, eventType: own.value }) : own
}

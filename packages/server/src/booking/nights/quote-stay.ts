import { type Result, refuse, type StayQuote } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { checkNights, loadStayType } from '../bookings/stay-offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { type PricedStay, planOfStay, priceStay } from '../rates/price-stay.ts'

/** Nights to price. Children without a number of adults stay with as many as the price is for. */
export interface QuotedStay extends PricedStay {
  readonly childAges: readonly number[]
}

/** What a stay of an event type costs, under the same rules as a booking. Whether its nights are free is not checked. */
export async function quoteStay(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
  { childAges, ...stay }: QuotedStay,
): Promise<Result<StayQuote, Refusal>> {
  const found = await loadStayType(deps, caller.accountId, eventTypeId, '/path/id')
  if (!found.ok) return found
  if (stay.occupants === undefined && childAges.length > 0) {
    return invalid('/query/adults', 'is required with `childAges`')
  }
  const plan = await planOfStay(deps, found.value, stay)
  if (!plan.ok) return plan
  if (plan.value === undefined) {
    return invalid('/path/id', 'has no rate plans: set `ratePlanIds` of the event type')
  }
  const allowed = await checkNights(deps, found.value, stay, plan.value)
  return allowed.ok ? priceStay(deps, found.value, plan.value, stay) : refuse(allowed.refusal)
}

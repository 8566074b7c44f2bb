import { minorUnitsOf } from '../../shared/money.ts'
import type { RatePlan } from '../api.ts'
import { slugOf } from '../event-types/slug.ts'

/** What guests can book in a unit, as the dialog for it asks. Numbers are strings until they are sent. */
export interface FirstType {
  readonly title: string
  readonly guests: string
  readonly minNights: string
  /** `none`, `night`, or the id of a rate plan. */
  readonly price: string
  readonly amount: string
  readonly currency: string
  /** Whether guests pay when they book. */
  readonly isPaid: boolean
}

/** The values that the dialog begins with: the first active plan, or a price for every night. */
export const newFirstType = (title: string, plans: readonly RatePlan[]): FirstType => ({
  title,
  guests: '2',
  minNights: '1',
  price: plans[0]?.id ?? 'night',
  amount: '',
  currency: plans[0]?.currency ?? 'EUR',
  isPaid: true,
})

function paymentOf({ price, amount, currency, isPaid }: FirstType, plan: RatePlan | undefined) {
  if (price === 'night') {
    // The input lets no other text through; the server refuses zero and names the field.
    return { amount: minorUnitsOf(amount, currency) ?? 0, currency, kind: 'full' as const }
  }
  if (plan === undefined || !isPaid) return undefined
  return { currency: plan.currency, kind: 'full' as const }
}

/** The body that makes nights of a unit bookable. */
export function bodyOfFirstType(providerId: string, draft: FirstType, plans: readonly RatePlan[]) {
  const guests = Number(draft.guests)
  const plan = plans.find(({ id }) => id === draft.price)
  const payment = paymentOf(draft, plan)
  return {
    providerId,
    grain: 'nights' as const,
    title: draft.title.trim(),
    slug: slugOf(draft.title) || 'stay',
    stay: { minNights: Number(draft.minNights) },
    occupancy: {
      base: Math.min(2, guests),
      adults: guests,
      children: Math.max(0, guests - 1),
      total: guests,
    },
    ...(plan && { ratePlanIds: [plan.id] }),
    ...(payment && { payment }),
  }
}

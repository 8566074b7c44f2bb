import { ApiError } from '../../shared/api/api.ts'
import type { ChosenQuote, PlanQuote, StayWishes } from '../../shared/nights/stay-slot.ts'

/** What a stay costs by one plan with extras and a code. */
export interface PricedWishes extends ChosenQuote {
  readonly isCodeWrong: boolean
}

/** Reads the prices by all plans that take the wishes. */
type ReadQuotes = (wishes: StayWishes) => Promise<readonly PlanQuote[]>

/** Prices extras and a code. A code that the plan does not take is left out. */
export async function priceWishes(
  plan: PlanQuote,
  wishes: StayWishes,
  read: ReadQuotes,
): Promise<PricedWishes> {
  const { extras, code } = wishes
  if (extras.length === 0 && code === undefined) return { quote: plan, wishes, isCodeWrong: false }
  const quote = await read(wishes).then(
    (quotes) => quotes.find(({ ratePlanId }) => ratePlanId === plan.ratePlanId),
    (error: unknown) => {
      const isRefused = error instanceof ApiError && error.code === 'validation_failed'
      if (code === undefined || !isRefused) throw error
      return undefined
    },
  )
  if (quote) return { quote, wishes, isCodeWrong: false }
  // The plan has lost an extra since it was read. Asking again would give the same answer.
  if (code === undefined) throw new Error(`Rate plan ${plan.ratePlanId} has changed`)
  return { ...(await priceWishes(plan, { extras }, read)), isCodeWrong: true }
}

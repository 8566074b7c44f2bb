import type { PublicEventType } from '@holdfast/contracts'
import { useI18n } from '../i18n.tsx'
import { formatMoney } from '../money.ts'
import { ruleOf } from './deciding-answers.ts'

type Question = PublicEventType['questions'][number]

/** Returns what an option adds to a booking, for a reader: `+15 min, +€10.00`; empty if nothing. Amounts are left out without a currency. */
export function useAddedBy(
  currency: string | undefined,
): (question: Question, option: string) => string {
  const { language, format } = useI18n()
  return (question, option) => {
    const { addMinutes, addAmount } = ruleOf(question, option) ?? {}
    return [
      addMinutes && `+${format.minutes(addMinutes)}`,
      addAmount && currency && `+${formatMoney(addAmount, currency, language)}`,
    ]
      .filter(Boolean)
      .join(', ')
  }
}

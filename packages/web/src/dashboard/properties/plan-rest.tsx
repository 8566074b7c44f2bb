import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import { Card } from '../../shared/ui/card.tsx'
import type { RatePlan } from '../api.ts'
import form from '../ui/form-page.module.css'
import { planMessages } from './plan-messages.ts'

type RestName = keyof typeof planMessages.en.restNames

/** What a rate plan has that its page does not edit, in words. Nothing if there is nothing. */
export function PlanRest({ plan }: { readonly plan: RatePlan }) {
  const t = useMessages(planMessages)
  const { format, language } = useI18n()
  const money = (amount: number) => formatMoney(amount, plan.currency, language)
  const charges = (of: RatePlan['fees']) =>
    of?.map(({ name, amount }) => `${name} ${money(amount)}`) ?? []
  const { discounts, occupancy } = plan
  const counts = [discounts?.nights, discounts?.early, discounts?.lastMinute].map(
    (each) => each?.length ?? 0,
  )
  const discountCount = counts.reduce((sum, count) => sum + count, 0)
  const { singleUse } = occupancy ?? {}
  const parts: Readonly<Record<RestName, readonly string[]>> = {
    discounts: discountCount > 0 ? [t.rules(discountCount)] : [],
    codes: plan.codes?.map(({ code, percent }) => `${code} ${percent} %`) ?? [],
    fees: charges(plan.fees),
    extras: charges(plan.extras),
    taxes: plan.taxes?.map(({ name }) => name) ?? [],
    restrictions: plan.restrictions?.length ? [t.rules(plan.restrictions.length)] : [],
    children:
      occupancy?.children?.map(({ untilAge, amount }) => t.untilAge(untilAge, money(amount))) ?? [],
    singleUse: singleUse
      ? [singleUse.percent === undefined ? money(singleUse.amount ?? 0) : `${singleUse.percent} %`]
      : [],
  }
  // The cast: the object has no other names.
  const names = (Object.keys(parts) as RestName[]).filter((name) => parts[name].length > 0)
  if (names.length === 0) return null
  return (
    <Card className={form.card ?? ''}>
      <header className={form.cardHead}>
        <h2>{t.rest}</h2>
        <p>{t.restLead}</p>
      </header>
      <ul>
        {names.map((name) => (
          <li key={name}>
            {t.restNames[name]}: {format.list(parts[name])}
          </li>
        ))}
      </ul>
    </Card>
  )
}

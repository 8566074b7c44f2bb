import { useEffect, useId, useState } from 'react'
import { ApiError } from '../../shared/api/api.ts'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import styles from '../../shared/nights/quote.module.css'
import { QuoteLines } from '../../shared/nights/quote-lines.tsx'
import { quoteMessages } from '../../shared/nights/quote-messages.ts'
import type { ChosenQuote, PlanQuote, StayWishes } from '../../shared/nights/stay-slot.ts'
import { pagePath } from '../../shared/page-path.ts'
import { Choices } from '../../shared/ui/choices.tsx'
import { FailureNotice } from '../../shared/ui/failure-notice.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useLoaded } from '../../shared/use-loaded.ts'
import { ExtrasChoice } from './extras-choice.tsx'
import { priceWishes } from './price-wishes.ts'
import { type QuotedStay, readQuotes } from './read-quotes.ts'

/** What a guest chose before the prices were read. */
export interface FirstChoice {
  readonly ratePlanId?: string | undefined
  readonly wishes?: StayWishes | undefined
}

interface PlanQuotesProps {
  readonly stay: QuotedStay
  /** Where the house is. */
  readonly timeZone: string
  /** Whether the prices that were shown no longer count. */
  readonly isRepriced: boolean
  /** The plan, extras and code that were chosen before. */
  readonly first: FirstChoice | undefined
  /** Called with the price of the chosen plan; undefined while none is known. */
  readonly onChoose: (chosen: ChosenQuote | undefined) => void
}

const NOTHING: StayWishes = { extras: [] }

/** What a stay costs by each rate plan, with the extras and the lines of the chosen one. */
export function PlanQuotes({ stay, timeZone, isRepriced, first, onChoose }: PlanQuotesProps) {
  const t = useMessages(quoteMessages)
  const [loaded, reload] = useLoaded(JSON.stringify(stay), (signal) =>
    readQuotes(pagePath, stay, NOTHING, signal),
  )
  const [planId, setPlanId] = useState(first?.ratePlanId)
  const [wishes, setWishes] = useState(first?.wishes ?? NOTHING)
  const quotes = loaded.state === 'ready' ? loaded.value : []
  const plan = quotes.find(({ ratePlanId }) => ratePlanId === planId) ?? quotes[0]
  useEffect(() => {
    if (plan === undefined) onChoose(undefined)
  }, [plan, onChoose])
  useEffect(() => {
    if (isRepriced) reload()
  }, [isRepriced, reload])
  if (loaded.state === 'failed') {
    const { error } = loaded
    return error instanceof ApiError && error.code === 'stay_not_bookable' ? (
      <Notice tone="warn" title={t.noRateTitle}>
        <p>{t.noRate}</p>
      </Notice>
    ) : (
      <FailureNotice error={error} onRetry={reload} />
    )
  }
  if (plan === undefined) return <Skeleton width="100%" height="6rem" />
  return (
    <div className={styles.quotes}>
      {quotes.length > 1 && (
        <PlanChoice quotes={quotes} chosenId={plan.ratePlanId} onChange={setPlanId} />
      )}
      <PricedPlan
        stay={stay}
        timeZone={timeZone}
        plan={plan}
        wishes={wishes}
        onChange={setWishes}
        onChoose={onChoose}
        onRetry={reload}
      />
    </div>
  )
}

interface PricedPlanProps {
  readonly stay: QuotedStay
  readonly timeZone: string
  readonly plan: PlanQuote
  readonly wishes: StayWishes
  readonly onChange: (wishes: StayWishes) => void
  readonly onChoose: (chosen: ChosenQuote | undefined) => void
  /** Reads the plans again: an error can be due to a plan that has changed since. */
  readonly onRetry: () => void
}

/** The extras of a plan, and what the stay costs with those that are chosen. */
function PricedPlan(props: PricedPlanProps) {
  const { stay, timeZone, plan, wishes, onChange, onChoose, onRetry } = props
  // A plan can have other extras than the one before.
  const extras = wishes.extras.filter((id) => plan.extras.some((extra) => extra.id === id))
  const asked = {
    extras,
    ...(plan.hasCodes && wishes.code !== undefined && { code: wishes.code }),
  }
  const [loaded] = useLoaded(JSON.stringify([stay, plan, asked]), (signal) =>
    priceWishes(plan, asked, (each) => readQuotes(pagePath, stay, each, signal)),
  )
  const priced = loaded.state === 'ready' ? loaded.value : undefined
  useEffect(() => onChoose(priced), [priced, onChoose])
  return (
    <>
      <ExtrasChoice
        plan={plan}
        wishes={asked}
        isCodeWrong={priced?.isCodeWrong ?? false}
        onChange={onChange}
      />
      {loaded.state === 'failed' && <FailureNotice error={loaded.error} onRetry={onRetry} />}
      {loaded.state === 'loading' && <Skeleton width="100%" height="6rem" />}
      {priced && <QuoteLines quote={priced.quote} timeZone={timeZone} />}
    </>
  )
}

interface PlanChoiceProps {
  readonly quotes: readonly PlanQuote[]
  readonly chosenId: string
  readonly onChange: (ratePlanId: string) => void
}

function PlanChoice({ quotes, chosenId, onChange }: PlanChoiceProps) {
  const t = useMessages(quoteMessages)
  const { language } = useI18n()
  const name = useId()
  return (
    <Choices
      label={t.rate}
      name={name}
      choices={quotes.map((quote) => ({
        value: quote.ratePlanId,
        label: quote.name,
        detail: quote.meals === 'none' ? undefined : t.meals[quote.meals],
        price: formatMoney(quote.total, quote.currency, language),
      }))}
      chosen={[chosenId]}
      onChange={([id]) => id && onChange(id)}
    />
  )
}

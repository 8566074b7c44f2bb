import { useEffect, useId, useState } from 'react'
import { ApiError, api, unwrap } from '../../shared/api/api.ts'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import type { Occupants, PlanQuote } from '../../shared/nights/stay-slot.ts'
import { inAccount, pagePath } from '../../shared/page-path.ts'
import { slugsOf } from '../../shared/slots/event-type-call.ts'
import { Choices } from '../../shared/ui/choices.tsx'
import { FailureNotice } from '../../shared/ui/failure-notice.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useLoaded } from '../../shared/use-loaded.ts'
import styles from './quote.module.css'
import { QuoteLines } from './quote-lines.tsx'
import { quoteMessages } from './quote-messages.ts'

interface Stay {
  readonly arrival: string
  readonly departure: string
  readonly occupants: Occupants
}

interface PlanQuotesProps {
  readonly stay: Stay
  /** Whether the prices that were shown no longer count. */
  readonly isRepriced: boolean
  /** The plan that was chosen before. */
  readonly first: string | undefined
  /** Called with the price of the chosen plan; undefined while none is known. */
  readonly onChoose: (quote: PlanQuote | undefined) => void
}

const readQuotes = ({ arrival, departure, occupants }: Stay, signal: AbortSignal) => {
  const [eventTypeSlug = '', providerSlug = '', accountSlug] = slugsOf(pagePath)
  const { adults, childAges } = occupants
  const people = { adults, ...(childAges.length > 0 && { childAges: childAges.map(String) }) }
  const query = { arrival, departure, ...people, ...inAccount(accountSlug) }
  const params = { path: { providerSlug, eventTypeSlug }, query }
  return unwrap(api.GET('/v1/public/{providerSlug}/{eventTypeSlug}/quotes', { params, signal }))
}

/** What a stay costs by each rate plan, with the lines of the chosen one. */
export function PlanQuotes({ stay, isRepriced, first, onChoose }: PlanQuotesProps) {
  const t = useMessages(quoteMessages)
  const [loaded, reload] = useLoaded(JSON.stringify(stay), (signal) => readQuotes(stay, signal))
  const [planId, setPlanId] = useState(first)
  const quotes = loaded.state === 'ready' ? loaded.value.data : []
  const chosen = quotes.find(({ ratePlanId }) => ratePlanId === planId) ?? quotes[0]
  useEffect(() => onChoose(chosen), [chosen, onChoose])
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
  if (chosen === undefined) return <Skeleton width="100%" height="6rem" />
  return (
    <div className={styles.quotes}>
      {quotes.length > 1 && (
        <PlanChoice quotes={quotes} chosenId={chosen.ratePlanId} onChange={setPlanId} />
      )}
      <QuoteLines quote={chosen} />
    </div>
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

import type { FoundStays } from '@holdfast/contracts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { formatMoney } from '../shared/money.ts'
import { nightsMessages } from '../shared/nights/messages.ts'
import { QuoteLines } from '../shared/nights/quote-lines.tsx'
import { quoteMessages } from '../shared/nights/quote-messages.ts'
import { type StayQuery, stayQueryText } from '../shared/nights/stay-query.ts'
import { pathInFrame } from '../shared/page-path.ts'
import { PhotoStrip } from '../shared/photos/photo-strip.tsx'
import { ButtonLink } from '../shared/ui/button.tsx'
import { Card } from '../shared/ui/card.tsx'
import { staySearchMessages } from './messages.ts'
import styles from './stay-search-page.module.css'

/** A kind of room, with its prices or why it cannot be booked. */
export type Found = FoundStays['data'][number]

interface FoundStayProps {
  readonly found: Found
  readonly stay: StayQuery
}

/** A kind of room for the dates of a search, with its rate plans side by side. */
export function FoundStay({ found, stay }: FoundStayProps) {
  const t = useMessages(staySearchMessages)
  const n = useMessages(nightsMessages)
  const { language } = useI18n()
  const { title, description, occupancy, total, currency, quotes } = found
  // Then the reason says how many can stay.
  const isTooSmall = found.reasons.some(({ code }) => code === 'too_many_occupants')
  const photos = found.photos.length > 0 ? found.photos : found.property.photos
  return (
    <Card className={styles.found ?? ''}>
      <PhotoStrip photos={photos} label={title} />
      <header>
        <h2 dir="auto">{title}</h2>
        {description !== null && <p dir="auto">{description}</p>}
        {occupancy && !isTooSmall && <p className={styles.soft}>{t.maxGuests(occupancy.total)}</p>}
      </header>
      {!found.bookable ? (
        <Reasons found={found} />
      ) : quotes.length > 0 ? (
        <ul className={styles.plans}>
          {quotes.map((quote) => (
            <PlanOffer key={quote.ratePlanId} found={found} quote={quote} stay={stay} />
          ))}
        </ul>
      ) : (
        <div className={styles.plain}>
          {total !== null && currency !== null && (
            <p className={styles.total}>{n.total(formatMoney(total, currency, language))}</p>
          )}
          <BookLink path={found.path} stay={stay} label={title} />
        </div>
      )}
    </Card>
  )
}

interface PlanOfferProps extends FoundStayProps {
  readonly quote: Found['quotes'][number]
}

function PlanOffer({ found, quote, stay }: PlanOfferProps) {
  const q = useMessages(quoteMessages)
  const { name, meals, code, ratePlanId } = quote
  return (
    <li>
      <h3 dir="auto">{name}</h3>
      {meals !== 'none' && <p className={styles.soft}>{q.meals[meals]}</p>}
      <QuoteLines quote={quote} timeZone={found.property.timeZone} />
      <BookLink
        path={found.path}
        stay={{ ...stay, ratePlanId, code: code ?? undefined }}
        label={`${found.title}, ${name}`}
      />
    </li>
  )
}

interface BookLinkProps {
  readonly path: string
  readonly stay: StayQuery
  /** What is chosen, for those who hear the link alone. */
  readonly label: string
}

/** Leads to the booking page, which knows the stay from its address. */
function BookLink({ path, stay, label }: BookLinkProps) {
  const t = useMessages(staySearchMessages)
  return (
    <ButtonLink
      kind="primary"
      href={pathInFrame(path) + stayQueryText(stay)}
      aria-label={`${t.choose}: ${label}`}
    >
      {t.choose}
    </ButtonLink>
  )
}

/** Why a stay cannot be booked. */
function Reasons({ found: { reasons } }: { readonly found: Found }) {
  const t = useMessages(staySearchMessages)
  const n = useMessages(nightsMessages)
  if (reasons.length === 0) return <p className={styles.soft}>{t.taken}</p>
  const texts = reasons.map((reason) => {
    switch (reason.code) {
      case 'too_few_nights':
        return n.minNights(reason.minNights)
      case 'too_many_nights':
        return n.maxNights(reason.maxNights)
      case 'too_many_occupants':
        return t.maxGuests(reason.max)
      default:
        return n.ruleTitle
    }
  })
  return [...new Set(texts)].map((text) => (
    <p key={text} className={styles.soft}>
      {text}
    </p>
  ))
}

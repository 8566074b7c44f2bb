import type { ReactNode } from 'react'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { formatMoney } from '../shared/money.ts'
import { nightsMessages } from '../shared/nights/messages.ts'
import { QuoteLines } from '../shared/nights/quote-lines.tsx'
import { quoteMessages } from '../shared/nights/quote-messages.ts'
import type { Found } from '../shared/nights/search-stays.ts'
import { PhotoStrip } from '../shared/photos/photo-strip.tsx'
import { Card } from '../shared/ui/card.tsx'
import { staySearchMessages } from './messages.ts'
import styles from './stay-search-page.module.css'

/** What of a kind of room a guest can choose: one of its rate plans, or the room if it has none. */
export interface RoomOffer {
  readonly found: Found
  readonly quote?: Found['quotes'][number]
  /** What is chosen, for those who hear the control alone. */
  readonly label: string
}

interface FoundStayProps {
  readonly found: Found
  /** For whom the prices are, if they are not for everybody who was searched for. */
  readonly note?: string | undefined
  /** The control that chooses what is offered. */
  readonly choice: (offer: RoomOffer) => ReactNode
}

/** A kind of room for the dates of a search, with its rate plans side by side. */
export function FoundStay({ found, note, choice }: FoundStayProps) {
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
        {note && <p className={styles.soft}>{note}</p>}
      </header>
      {!found.bookable ? (
        <Reasons found={found} />
      ) : quotes.length > 0 ? (
        <ul className={styles.plans}>
          {quotes.map((quote) => (
            <PlanOffer key={quote.ratePlanId} found={found} quote={quote} choice={choice} />
          ))}
        </ul>
      ) : (
        <div className={styles.plain}>
          {total !== null && currency !== null && (
            <p className={styles.total}>{n.total(formatMoney(total, currency, language))}</p>
          )}
          {choice({ found, label: title })}
        </div>
      )}
    </Card>
  )
}

interface PlanOfferProps extends FoundStayProps {
  readonly quote: Found['quotes'][number]
}

function PlanOffer({ found, quote, choice }: PlanOfferProps) {
  const q = useMessages(quoteMessages)
  const { name, meals } = quote
  return (
    <li>
      <h3 dir="auto">{name}</h3>
      {meals !== 'none' && <p className={styles.soft}>{q.meals[meals]}</p>}
      <QuoteLines quote={quote} timeZone={found.property.timeZone} />
      {choice({ found, quote, label: `${found.title}, ${name}` })}
    </li>
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

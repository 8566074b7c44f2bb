import { useI18n, useMessages } from '../shared/i18n.tsx'
import { isEmbedded } from '../shared/page-path.ts'
import type { Offer } from '../shared/slots/offer.ts'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import styles from './booking-page.module.css'
import { bookingMessages } from './messages.ts'

interface AboutProps {
  readonly offer: Offer | undefined
  /** Leaves out the description and the confirmation policy, once a time is chosen. */
  readonly isShort: boolean
}

/** What is booked, and its provider. */
export function About({ offer, isShort }: AboutProps) {
  const { format } = useI18n()
  const t = useMessages(bookingMessages)
  if (offer === undefined) {
    return (
      <header className={styles.about} aria-busy="true">
        <Skeleton width="8rem" height="1.25rem" />
        <Skeleton width="13rem" height="2.25rem" />
        <Skeleton width="5rem" height="1.5rem" />
        <Skeleton width="15rem" height="3rem" />
      </header>
    )
  }
  const { provider } = offer
  return (
    <header className={styles.about}>
      <p className={styles.provider} dir="auto">
        {isEmbedded ? provider.name : <a href={provider.path}>{provider.name}</a>}
        {provider.specialty && <span>{provider.specialty}</span>}
      </p>
      <h1 dir="auto">{offer.title ?? t.openedTitle}</h1>
      {offer.durationMinutes !== null && (
        <p className={styles.duration}>{format.minutes(offer.durationMinutes)}</p>
      )}
      {!isShort && (
        <>
          {offer.description && <p dir="auto">{offer.description}</p>}
          <p className={styles.soft}>{t.confirmations[offer.confirmation]}</p>
        </>
      )}
    </header>
  )
}

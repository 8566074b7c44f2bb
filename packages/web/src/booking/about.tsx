import type { PublicEventType } from '@holdfast/contracts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { isEmbedded } from '../shared/page-path.ts'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import styles from './booking-page.module.css'
import { bookingMessages } from './messages.ts'

interface AboutProps {
  readonly eventType: PublicEventType | undefined
  /** Leaves out the description and the confirmation policy, once a time is chosen. */
  readonly isShort: boolean
}

/** The event type and its provider. */
export function About({ eventType, isShort }: AboutProps) {
  const { format } = useI18n()
  const t = useMessages(bookingMessages)
  if (eventType === undefined) {
    return (
      <header className={styles.about} aria-busy="true">
        <Skeleton width="8rem" height="1.25rem" />
        <Skeleton width="13rem" height="2.25rem" />
        <Skeleton width="5rem" height="1.5rem" />
        <Skeleton width="15rem" height="3rem" />
      </header>
    )
  }
  const { provider } = eventType
  return (
    <header className={styles.about}>
      <p className={styles.provider} dir="auto">
        {isEmbedded ? provider.name : <a href={`/${provider.slug}`}>{provider.name}</a>}
        {provider.specialty && <span>{provider.specialty}</span>}
      </p>
      <h1 dir="auto">{eventType.title}</h1>
      <p className={styles.duration}>{format.minutes(eventType.durationMinutes)}</p>
      {!isShort && (
        <>
          {eventType.description && <p dir="auto">{eventType.description}</p>}
          <p className={styles.soft}>{t.confirmations[eventType.confirmation]}</p>
        </>
      )}
    </header>
  )
}

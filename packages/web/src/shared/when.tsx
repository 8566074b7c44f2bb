import { cityOf } from './format.ts'
import { useI18n, useMessages } from './i18n.tsx'
import { slotMessages } from './slots/messages.ts'
import styles from './when.module.css'

interface WhenProps {
  readonly start: string
  readonly end: string
  readonly timeZone: string
  readonly providerZone: string
}

/** A stretch of time in the booker's zone and, where its clock differs, in the provider's. */
export function When({ start, end, timeZone, providerZone }: WhenProps) {
  const { format } = useI18n()
  const t = useMessages(slotMessages)
  const span = (zone: string) => `${format.time(start, zone)}–${format.time(end, zone)}`
  const theirDay = format.shortDate(start, providerZone)
  const isSameDay = theirDay === format.shortDate(start, timeZone)
  const theirs = isSameDay ? span(providerZone) : `${theirDay}, ${span(providerZone)}`
  return (
    <p className={styles.when}>
      <strong>{format.fullDate(start, timeZone)}</strong>
      <span>
        <time dateTime={start}>{span(timeZone)}</time>{' '}
        <small>
          {cityOf(timeZone)}, {format.offset(start, timeZone)}
        </small>
      </span>
      {theirs !== span(timeZone) && <small>{t.inProviderZone(theirs, cityOf(providerZone))}</small>}
    </p>
  )
}

import { cityOf } from './format.ts'
import { useI18n, useMessages } from './i18n.tsx'
import { slotMessages } from './slots/messages.ts'
import styles from './time-range.module.css'

interface TimeRangeProps {
  readonly start: string
  readonly end: string
  readonly timeZone: string
  readonly providerZone: string
}

/** A time range in the booker's time zone and, if it differs, in the provider's. */
export function TimeRange({ start, end, timeZone, providerZone }: TimeRangeProps) {
  const { format } = useI18n()
  const t = useMessages(slotMessages)
  const span = (zone: string) => `${format.time(start, zone)}–${format.time(end, zone)}`
  const providerDay = format.shortDate(start, providerZone)
  const isSameDay = providerDay === format.shortDate(start, timeZone)
  const providerTime = isSameDay ? span(providerZone) : `${providerDay}, ${span(providerZone)}`
  return (
    <p className={styles.range}>
      <strong>{format.fullDate(start, timeZone)}</strong>
      <span>
        <time dateTime={start}>{span(timeZone)}</time>{' '}
        <small>
          {cityOf(timeZone)}, {format.offset(start, timeZone)}
        </small>
      </span>
      {providerTime !== span(timeZone) && (
        <small>{t.inProviderZone(providerTime, cityOf(providerZone))}</small>
      )}
    </p>
  )
}

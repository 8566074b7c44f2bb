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

const DAY_MS = 86_400_000

/** A time range in the booker's time zone and, if it differs, in the provider's. */
export function TimeRange(props: TimeRangeProps) {
  const isOfDays = Date.parse(props.end) - Date.parse(props.start) >= DAY_MS
  return isOfDays ? <RangeOfDays {...props} /> : <RangeOfDay {...props} />
}

/** A range of a day and more: when it begins and when it ends. */
function RangeOfDays({ start, end, timeZone, providerZone }: TimeRangeProps) {
  const { format } = useI18n()
  const t = useMessages(slotMessages)
  const long = (at: string) => `${format.fullDate(at, timeZone)}, ${format.time(at, timeZone)}`
  const short = (at: string, zone: string) =>
    `${format.shortDate(at, zone)}, ${format.time(at, zone)}`
  const span = (zone: string) => `${short(start, zone)} – ${short(end, zone)}`
  return (
    <p className={styles.range}>
      <strong>{t.fromWhen(long(start))}</strong>
      <strong>{t.untilWhen(long(end))}</strong>
      <small>
        {cityOf(timeZone)}, {format.offset(start, timeZone)}
      </small>
      {span(providerZone) !== span(timeZone) && (
        <small>{t.inProviderZone(span(providerZone), cityOf(providerZone))}</small>
      )}
    </p>
  )
}

function RangeOfDay({ start, end, timeZone, providerZone }: TimeRangeProps) {
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

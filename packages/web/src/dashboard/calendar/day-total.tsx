import { useI18n, useMessages } from '../../shared/i18n.tsx'
import type { DayCount } from './day-counts.ts'
import styles from './day-total.module.css'
import { calendarMessages } from './messages.ts'

/** How full a day of the month is: its bookings, and the part of the working time that they take. */
function DayTotal({ count }: { readonly count: DayCount | undefined }) {
  const t = useMessages(calendarMessages)
  const { language } = useI18n()
  if (count === undefined || count.bookings + count.openMinutes === 0) return null
  const { bookings, bookedMinutes, openMinutes } = count
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const text = t.dayBookings(bookings)
  const share = openMinutes > 0 ? Math.round((100 * bookedMinutes) / openMinutes) : undefined
  const all =
    share === undefined
      ? text
      : t.daySum(text, number.format(bookedMinutes / 60), number.format(openMinutes / 60))
  return (
    <span className={styles.total} title={all}>
      {bookings > 0 && (
        <span aria-hidden="true">
          {bookings}
          {share !== undefined && <span className={styles.share}> · {share} %</span>}
        </span>
      )}
      <span className="visually-hidden">{all}</span>
    </span>
  )
}

interface DayTopProps {
  readonly count: DayCount | undefined
  readonly dayNumber: string
}

/** The first line of a day of the month: how full it is, and its number. */
export const DayTop = ({ count, dayNumber }: DayTopProps) => (
  <span className={styles.dayTop}>
    <DayTotal count={count} />
    {dayNumber}
  </span>
)

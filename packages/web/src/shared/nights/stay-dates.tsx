import { cityOf } from '../format.ts'
import { useI18n, useMessages } from '../i18n.tsx'
import { daysBetween } from '../time/dates.ts'
import { nightsMessages } from './messages.ts'
import styles from './night-picker.module.css'

interface StayDatesProps {
  readonly arrival: string
  readonly departure: string
  /** Times of day of the house, as they are shown. */
  readonly checkIn: string
  readonly checkOut: string
  readonly zone: string
}

/** The dates of arrival and departure with the times of the house, and the number of nights. */
export function StayDates({ arrival, departure, checkIn, checkOut, zone }: StayDatesProps) {
  const { format } = useI18n()
  const t = useMessages(nightsMessages)
  return (
    <div className={styles.dates}>
      <dl className={styles.days}>
        <div>
          <dt>{t.arrival}</dt>
          <dd>{t.from(format.day(arrival), checkIn)}</dd>
        </div>
        <div>
          <dt>{t.departure}</dt>
          <dd>{t.by(format.day(departure), checkOut)}</dd>
        </div>
        <div>
          <dt className="visually-hidden">{t.length}</dt>
          <dd className={styles.count}>{t.nights(daysBetween(arrival, departure))}</dd>
        </div>
      </dl>
      <p className={styles.soft}>{t.zone(cityOf(zone))}</p>
    </div>
  )
}

import { useMessages } from '../../shared/i18n.tsx'
import styles from './calendar-page.module.css'
import { calendarMessages } from './messages.ts'
import type { View } from './views.ts'

interface CalendarBarProps {
  readonly title: string
  readonly view: View
  /** Those to choose from. */
  readonly views: readonly View[]
  readonly onView: (view: View) => void
  readonly onPrevious: () => void
  readonly onToday: () => void
  readonly onNext: () => void
}

/** The toolbar above the calendar: steps in time, the shown time and the views. */
export function CalendarBar(props: CalendarBarProps) {
  const t = useMessages(calendarMessages)
  return (
    <div className={styles.bar}>
      <div className={styles.steps}>
        <button type="button" aria-label={t.previous} onClick={props.onPrevious}>
          ‹
        </button>
        <button type="button" onClick={props.onToday}>
          {t.today}
        </button>
        <button type="button" aria-label={t.next} onClick={props.onNext}>
          ›
        </button>
      </div>
      <h2 aria-live="polite">{props.title}</h2>
      <fieldset className={styles.views}>
        <legend className="visually-hidden">{t.views}</legend>
        {props.views.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === props.view}
            onClick={() => props.onView(each)}
          >
            {t[each]}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

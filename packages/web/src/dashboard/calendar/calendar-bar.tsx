import type { ReactNode } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { CATEGORIES, type Category } from './calendar-items.ts'
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

interface LegendProps {
  readonly categories?: readonly (Category | 'closed')[]
  /** Whether the calendar shows classes without bookings. */
  readonly withEmptyClasses: boolean
  /** Says what can be dragged. */
  readonly hint?: string | undefined
  /** What can be done with what is shown. */
  readonly children?: ReactNode
}

/** The color legend below the calendar. Default: all categories. */
export function Legend({ categories = CATEGORIES, withEmptyClasses, hint, children }: LegendProps) {
  const t = useMessages(calendarMessages)
  const shown = categories.filter((each) => each !== 'emptyClass' || withEmptyClasses)
  return (
    <div className={styles.foot}>
      <ul className={styles.legend} aria-label={t.legend}>
        {shown.map((category) => (
          <li key={category}>
            <span
              aria-hidden="true"
              className={`${styles.swatch} ${styles[`${category}Swatch`]}`}
            />
            {t.categories[category]}
          </li>
        ))}
      </ul>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { CATEGORIES, type Category } from './calendar-items.ts'
import styles from './calendar-page.module.css'
import { COLORINGS, type Tone } from './coloring.ts'
import { calendarMessages } from './messages.ts'
import type { ChosenLook } from './use-look.ts'

interface LegendProps {
  readonly categories?: readonly (Category | 'closed')[]
  readonly look: ChosenLook
  /** What the colors of bookings stand for. Undefined: the status. */
  readonly tones?: readonly Tone[] | undefined
  /** Says what can be dragged. */
  readonly hint?: string | undefined
  /** What can be done with what is shown. */
  readonly children?: ReactNode
}

/** The color legend below the calendar. Default: all categories. */
export function Legend(props: LegendProps) {
  const { categories = CATEGORIES, look, tones, hint, children } = props
  const t = useMessages(calendarMessages)
  const shown = categories.filter(
    (each) =>
      (each !== 'emptyClass' || look.emptyClasses.areShown) &&
      (each !== 'confirmed' || tones === undefined),
  )
  return (
    <div className={styles.foot}>
      <ul className={styles.legend} aria-label={t.legend}>
        <li>
          <ColoringChoice {...look} />
        </li>
        {tones?.map(({ id, name, color }) => (
          <li key={id}>
            <span aria-hidden="true" className={styles.swatch} style={{ background: color }} />
            <span dir="auto">{name}</span>
          </li>
        ))}
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

/** Chooses what the color of a booking says. */
function ColoringChoice({ coloring, onColoring }: ChosenLook) {
  const t = useMessages(calendarMessages)
  return (
    <select
      className={styles.coloring}
      aria-label={t.coloring}
      value={coloring}
      onChange={({ target: { value } }) =>
        onColoring(COLORINGS.find((each) => each === value) ?? 'status')
      }
    >
      {COLORINGS.map((each) => (
        <option key={each} value={each}>
          {t.colorings[each]}
        </option>
      ))}
    </select>
  )
}

import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useI18n, useMessages } from '../i18n.tsx'
import { directionOf } from '../language.ts'
import {
  addDays,
  addMonths,
  firstOf,
  monthOf,
  sameDayIn,
  startOfWeek,
  weeksOf,
} from '../time/dates.ts'
import { slotMessages } from './messages.ts'
import styles from './month-grid.module.css'

/** The state of one day in the grid. */
export interface DayState {
  /** Whether the day can be selected. */
  readonly isOpen: boolean
  readonly isSelected: boolean
  /** Added to the date for screen readers. */
  readonly note: string
  /** Whether the day is taken, which is shown crossed out. */
  readonly isTaken?: boolean
  /** The position in a selected range of days. */
  readonly mark?: 'start' | 'inside' | 'end' | undefined
}

interface MonthGridProps {
  /** `YYYY-MM`. */
  readonly month: string
  /** The date of today; earlier months cannot be opened. */
  readonly today: string
  readonly isBusy: boolean
  readonly dayState: (date: string) => DayState
  readonly onMonth: (month: string) => void
  readonly onSelect: (date: string) => void
}

/** The keys whose meaning is mirrored where text runs from right to left. */
const MIRRORED: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
}

const STEPS: Readonly<Record<string, (date: string, firstWeekday: number) => string>> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  Home: startOfWeek,
  End: (date, firstWeekday) => addDays(startOfWeek(date, firstWeekday), 6),
  PageUp: (date) => sameDayIn(addMonths(monthOf(date), -1), date),
  PageDown: (date) => sameDayIn(addMonths(monthOf(date), 1), date),
}

/**
 * A month of days, built as the date grid of the ARIA Authoring Practices. The grid is one tab stop.
 * Arrow keys move by day and week, Home and End within a week, Page Up and Page Down by month.
 */
export function MonthGrid({ month, today, isBusy, dayState, onMonth, onSelect }: MonthGridProps) {
  const { format, language, preferences } = useI18n()
  const { firstWeekday } = preferences
  const isMirrored = directionOf(language) === 'rtl'
  const t = useMessages(slotMessages)
  const weeks = useMemo(() => weeksOf(month, firstWeekday), [month, firstWeekday])
  const weekdays = useMemo(() => {
    const names = format.weekdays()
    return [...names.slice(firstWeekday), ...names.slice(0, firstWeekday)]
  }, [format, firstWeekday])
  const [cursor, setCursor] = useState<string>()
  const table = useRef<HTMLTableElement>(null)
  const isFocusPending = useRef(false)
  const inMonth = weeks.flat().filter((date) => monthOf(date) === month)
  const tabStop =
    (cursor !== undefined && monthOf(cursor) === month ? cursor : undefined) ??
    inMonth.find((date) => dayState(date).isSelected) ??
    inMonth.find((date) => dayState(date).isOpen) ??
    firstOf(month)
  // Before the next key: a day that left the grid takes the focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the arrow keys into another month
  useLayoutEffect(() => {
    if (!isFocusPending.current) return
    isFocusPending.current = false
    table.current?.querySelector<HTMLButtonElement>(`[data-date="${tabStop}"]`)?.focus()
  }, [tabStop, month])

  const onKeyDown = (event: KeyboardEvent, date: string) => {
    const key = isMirrored ? (MIRRORED[event.key] ?? event.key) : event.key
    const step = STEPS[key]
    if (step === undefined) return
    event.preventDefault()
    const next = step(date, firstWeekday)
    if (monthOf(next) < monthOf(today)) return
    isFocusPending.current = true
    setCursor(next)
    if (monthOf(next) !== month) onMonth(monthOf(next))
  }

  return (
    <section className={styles.month} aria-label={t.chooseDay} aria-busy={isBusy}>
      <header className={styles.head}>
        <h2 aria-live="polite">{format.month(firstOf(month))}</h2>
        <MonthButton
          label={t.previousMonth}
          glyph="‹"
          isDisabled={month <= monthOf(today)}
          onClick={() => onMonth(addMonths(month, -1))}
        />
        <MonthButton
          label={t.nextMonth}
          glyph="›"
          isDisabled={false}
          onClick={() => onMonth(addMonths(month, 1))}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA date grid is a table with this role */}
      <table ref={table} role="grid" aria-label={format.month(firstOf(month))}>
        <thead>
          <tr>
            {weekdays.map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <Day
                  key={date}
                  date={date}
                  isOutsideMonth={monthOf(date) !== month}
                  isToday={date === today}
                  isTabStop={date === tabStop}
                  dayState={dayState(date)}
                  onSelect={onSelect}
                  onKeyDown={onKeyDown}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface MonthButtonProps {
  readonly label: string
  readonly glyph: string
  readonly isDisabled: boolean
  readonly onClick: () => void
}

const MonthButton = ({ label, glyph, isDisabled, onClick }: MonthButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isDisabled}
    onClick={isDisabled ? undefined : onClick}
    className={styles.monthButton}
  >
    <span aria-hidden="true">{glyph}</span>
  </button>
)

interface DayProps {
  readonly date: string
  readonly isOutsideMonth: boolean
  readonly isToday: boolean
  readonly isTabStop: boolean
  readonly dayState: DayState
  readonly onSelect: (date: string) => void
  readonly onKeyDown: (event: KeyboardEvent, date: string) => void
}

function Day({
  date,
  isOutsideMonth,
  isToday,
  isTabStop,
  dayState,
  onSelect,
  onKeyDown,
}: DayProps) {
  const { format } = useI18n()
  const t = useMessages(slotMessages)
  if (isOutsideMonth) return <td aria-hidden="true" className={styles.other} />
  const names = [
    styles.day,
    dayState.isOpen && styles.open,
    isToday && styles.today,
    dayState.isTaken && styles.taken,
    dayState.isSelected && styles.selected,
    dayState.mark && styles[dayState.mark],
  ]
  const label = [format.day(date), isToday && t.today, dayState.note].filter(Boolean).join(', ')
  return (
    <td>
      <button
        type="button"
        data-date={date}
        tabIndex={isTabStop ? 0 : -1}
        aria-disabled={!dayState.isOpen}
        aria-pressed={dayState.isSelected}
        aria-label={label}
        onClick={dayState.isOpen ? () => onSelect(date) : undefined}
        onKeyDown={(event) => onKeyDown(event, date)}
        className={names.filter(Boolean).join(' ')}
      >
        {Number(date.slice(8))}
      </button>
    </td>
  )
}

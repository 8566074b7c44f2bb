import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useI18n, useMessages } from '../i18n.tsx'
import {
  addDays,
  addMonths,
  firstOf,
  monthOf,
  sameDayIn,
  weekdayOf,
  weeksOf,
} from '../time/dates.ts'
import { slotMessages } from './messages.ts'
import styles from './month-grid.module.css'

/** How a day of the grid is shown. */
export interface DayLook {
  /** Whether it can be chosen. */
  readonly isOpen: boolean
  readonly isSelected: boolean
  /** What a screen reader is told beside the date. */
  readonly note: string
  /** Whether somebody else has it: crossed out. */
  readonly isTaken?: boolean
  /** A place in a chosen range of days. */
  readonly mark?: 'start' | 'inside' | 'end' | undefined
}

interface MonthGridProps {
  /** `YYYY-MM`. */
  readonly month: string
  /** The first date that can be reached; earlier months are not shown. */
  readonly today: string
  readonly isBusy: boolean
  readonly look: (date: string) => DayLook
  readonly onMonth: (month: string) => void
  readonly onSelect: (date: string) => void
}

const STEPS: Readonly<Record<string, (date: string) => string>> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  Home: (date) => addDays(date, -weekdayOf(date)),
  End: (date) => addDays(date, 6 - weekdayOf(date)),
  PageUp: (date) => sameDayIn(addMonths(monthOf(date), -1), date),
  PageDown: (date) => sameDayIn(addMonths(monthOf(date), 1), date),
}

/**
 * A month of days, after the date grid of the ARIA Authoring Practices: one stop of the Tab key,
 * arrows by day and week, Home and End within a week, Page Up and Down by month.
 */
export function MonthGrid({ month, today, isBusy, look, onMonth, onSelect }: MonthGridProps) {
  const { format } = useI18n()
  const t = useMessages(slotMessages)
  const weeks = useMemo(() => weeksOf(month), [month])
  const weekdays = useMemo(() => format.weekdays(), [format])
  const [cursor, setCursor] = useState<string>()
  const table = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  const inMonth = weeks.flat().filter((date) => monthOf(date) === month)
  const stop =
    (cursor !== undefined && monthOf(cursor) === month ? cursor : undefined) ??
    inMonth.find((date) => look(date).isSelected) ??
    inMonth.find((date) => look(date).isOpen) ??
    firstOf(month)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the keys into a new month
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    table.current?.querySelector<HTMLButtonElement>(`[data-date="${stop}"]`)?.focus()
  }, [stop, month])

  const onKeyDown = (event: KeyboardEvent, date: string) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = step(date)
    if (monthOf(next) < monthOf(today)) return
    moved.current = true
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
          isOff={month <= monthOf(today)}
          onClick={() => onMonth(addMonths(month, -1))}
        />
        <MonthButton
          label={t.nextMonth}
          glyph="›"
          isOff={false}
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
                  isOther={monthOf(date) !== month}
                  isToday={date === today}
                  isStop={date === stop}
                  look={look(date)}
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
  readonly isOff: boolean
  readonly onClick: () => void
}

const MonthButton = ({ label, glyph, isOff, onClick }: MonthButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isOff}
    onClick={isOff ? undefined : onClick}
    className={styles.turn}
  >
    <span aria-hidden="true">{glyph}</span>
  </button>
)

interface DayProps {
  readonly date: string
  readonly isOther: boolean
  readonly isToday: boolean
  readonly isStop: boolean
  readonly look: DayLook
  readonly onSelect: (date: string) => void
  readonly onKeyDown: (event: KeyboardEvent, date: string) => void
}

function Day({ date, isOther, isToday, isStop, look, onSelect, onKeyDown }: DayProps) {
  const { format } = useI18n()
  const t = useMessages(slotMessages)
  if (isOther) return <td aria-hidden="true" className={styles.other} />
  const names = [
    styles.day,
    look.isOpen && styles.open,
    isToday && styles.today,
    look.isTaken && styles.taken,
    look.isSelected && styles.selected,
    look.mark && styles[look.mark],
  ]
  const label = [format.day(date), isToday && t.today, look.note].filter(Boolean).join(', ')
  return (
    <td>
      <button
        type="button"
        data-date={date}
        tabIndex={isStop ? 0 : -1}
        aria-disabled={!look.isOpen}
        aria-pressed={look.isSelected}
        aria-label={label}
        onClick={look.isOpen ? () => onSelect(date) : undefined}
        onKeyDown={(event) => onKeyDown(event, date)}
        className={names.filter(Boolean).join(' ')}
      >
        {Number(date.slice(8))}
      </button>
    </td>
  )
}

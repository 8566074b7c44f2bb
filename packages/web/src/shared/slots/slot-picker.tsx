import type { Slot } from '@holdfast/contracts'
import { useEffect, useRef, useState } from 'react'
import { useI18n, useMessages } from '../i18n.tsx'
import { sharedMessages } from '../messages.ts'
import { addMonths, monthOf } from '../time/dates.ts'
import { TimeZoneSelect } from '../time/time-zone-select.tsx'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { slotMessages } from './messages.ts'
import { type DayState, MonthGrid } from './month-grid.tsx'
import styles from './slot-picker.module.css'
import { TimeList } from './time-list.tsx'
import type { AvailabilityControl } from './use-availability.ts'

interface SlotPickerProps {
  readonly control: AvailabilityControl
  readonly timeZone: string
  readonly onTimeZone: (timeZone: string) => void
  readonly providerZone: string | undefined
  /** The start of the time that is being held right now. */
  readonly pending: string | undefined
  readonly onPick: (slot: Slot) => void
}

/** Picks a day in a month, then a time on that day. */
export function SlotPicker(props: SlotPickerProps) {
  const { control, timeZone, onTimeZone } = props
  const { availability } = control
  const t = useMessages(slotMessages)
  const [chosen, setChosen] = useState<string>()
  const [browsedMonth, setBrowsedMonth] = useState<string>()
  const firstFree = [...availability.byDate.keys()].sort()[0]
  const day = chosen !== undefined && availability.byDate.has(chosen) ? chosen : undefined
  const month = browsedMonth ?? monthOf(day ?? firstFree ?? availability.today)
  // Until a day is chosen, the first available day of the month is shown.
  const shown =
    day !== undefined && monthOf(day) === month
      ? day
      : [...availability.byDate.keys()].filter((date) => monthOf(date) === month).sort()[0]

  // Each render loads one more step, up to the shown month, however fast the reader changes months.
  useEffect(() => control.loadMonth(month))
  const dayState = (date: string): DayState => {
    const count = availability.byDate.get(date)?.length ?? 0
    return {
      isOpen: count > 0,
      isSelected: date === shown,
      note: count > 0 ? t.free(count) : t.noneFree,
    }
  }
  return (
    <div className={styles.picker}>
      <MonthGrid
        month={month}
        today={availability.today}
        isBusy={availability.isLoading}
        dayState={dayState}
        onMonth={setBrowsedMonth}
        onSelect={(date) => {
          setBrowsedMonth(monthOf(date))
          setChosen(date)
        }}
      />
      <TimeZoneSelect timeZone={timeZone} onChange={onTimeZone} />
      <Times
        {...props}
        day={shown}
        isChosen={day !== undefined}
        onNextMonth={() => setBrowsedMonth(addMonths(month, 1))}
      />
    </div>
  )
}

interface TimesProps extends SlotPickerProps {
  readonly day: string | undefined
  /** Whether the reader chose the day, or it is shown by default. */
  readonly isChosen: boolean
  readonly onNextMonth: () => void
}

function Times({
  control,
  timeZone,
  providerZone,
  pending,
  onPick,
  day,
  isChosen,
  onNextMonth,
}: TimesProps) {
  const { format } = useI18n()
  const t = useMessages(slotMessages)
  const shared = useMessages(sharedMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  const { availability, retry } = control
  // On a phone the times are below the month, so choosing a day scrolls to them.
  useEffect(() => {
    if (isChosen && day !== undefined) {
      heading.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
    }
  }, [isChosen, day])
  if (availability.error !== undefined)
    return <FailureNotice error={availability.error} onRetry={retry} />
  if (day !== undefined) {
    return (
      <section className={styles.times} aria-label={t.timesOn(format.day(day))}>
        <h2 ref={heading} aria-live="polite">
          {format.shortDay(day)}
        </h2>
        <TimeList
          slots={availability.byDate.get(day) ?? []}
          timeZone={timeZone}
          providerZone={providerZone}
          pending={pending}
          onPick={onPick}
        />
      </section>
    )
  }
  if (availability.isLoading) {
    return (
      <section className={styles.times} aria-busy="true">
        <span className="visually-hidden">{shared.loading}</span>
        <Skeleton width="8rem" height="1.5rem" />
        <div className={styles.loading}>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} width="100%" height="3rem" />
          ))}
        </div>
        {availability.isSlow && <p role="status">{shared.slow}</p>}
      </section>
    )
  }
  return (
    <section className={styles.times} role="status">
      <h2>{t.noTimesTitle}</h2>
      <p className={styles.soft}>{t.noTimes}</p>
      <Button onClick={onNextMonth}>{t.showNext}</Button>
    </section>
  )
}

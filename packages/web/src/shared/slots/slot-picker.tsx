import type { Slot } from '@holdfast/contracts'
import { useEffect, useRef, useState } from 'react'
import { useI18n, useMessages } from '../i18n.tsx'
import { sharedMessages } from '../messages.ts'
import { addMonths, monthOf } from '../time/dates.ts'
import { ZoneChoice } from '../time/zone-choice.tsx'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { slotMessages } from './messages.ts'
import { type DayLook, MonthGrid } from './month-grid.tsx'
import styles from './slot-picker.module.css'
import { TimeList } from './time-list.tsx'
import type { OfferControl } from './use-offer.ts'

interface SlotPickerProps {
  readonly control: OfferControl
  readonly timeZone: string
  readonly onTimeZone: (timeZone: string) => void
  readonly providerZone: string | undefined
  /** The start of the time that is being asked for right now. */
  readonly pending: string | undefined
  readonly onPick: (slot: Slot) => void
}

/** A month of days, and the times of the chosen one. */
export function SlotPicker(props: SlotPickerProps) {
  const { control, timeZone, onTimeZone } = props
  const { offer } = control
  const t = useMessages(slotMessages)
  const [chosen, setChosen] = useState<string>()
  const [turned, setTurned] = useState<string>()
  const firstFree = [...offer.byDate.keys()].sort()[0]
  const day = chosen !== undefined && offer.byDate.has(chosen) ? chosen : undefined
  const month = turned ?? monthOf(day ?? firstFree ?? offer.today)
  // Until a day is chosen, the first free one of the month is open.
  const shown =
    day !== undefined && monthOf(day) === month
      ? day
      : [...offer.byDate.keys()].filter((date) => monthOf(date) === month).sort()[0]

  // However fast the reader turns the months: what lies between is asked for step by step.
  useEffect(() => control.show(month))
  const look = (date: string): DayLook => {
    const count = offer.byDate.get(date)?.length ?? 0
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
        today={offer.today}
        isBusy={offer.isLoading}
        look={look}
        onMonth={setTurned}
        onSelect={(date) => {
          setTurned(monthOf(date))
          setChosen(date)
        }}
      />
      <ZoneChoice timeZone={timeZone} onChange={onTimeZone} />
      <Times
        {...props}
        day={shown}
        isChosen={day !== undefined}
        onNextMonth={() => setTurned(addMonths(month, 1))}
      />
    </div>
  )
}

interface TimesProps extends SlotPickerProps {
  readonly day: string | undefined
  /** Whether the reader chose the day; else it was open from the beginning. */
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
  const { offer, retry } = control
  // On a phone the times are below the month: they are brought into sight when a day is chosen.
  useEffect(() => {
    if (isChosen && day !== undefined) {
      heading.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
    }
  }, [isChosen, day])
  if (offer.error !== undefined) return <FailureNotice error={offer.error} onRetry={retry} />
  if (day !== undefined) {
    return (
      <section className={styles.times} aria-label={t.timesOn(format.day(day))}>
        <h2 ref={heading} aria-live="polite">
          {format.shortDay(day)}
        </h2>
        <TimeList
          slots={offer.byDate.get(day) ?? []}
          timeZone={timeZone}
          providerZone={providerZone}
          pending={pending}
          onPick={onPick}
        />
      </section>
    )
  }
  if (offer.isLoading) {
    return (
      <section className={styles.times} aria-busy="true">
        <span className="visually-hidden">{shared.loading}</span>
        <Skeleton width="8rem" height="1.5rem" />
        <div className={styles.waiting}>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} width="100%" height="3rem" />
          ))}
        </div>
        {offer.isSlow && <p role="status">{shared.slow}</p>}
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

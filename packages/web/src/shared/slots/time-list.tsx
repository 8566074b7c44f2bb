import type { Slot } from '@holdfast/contracts'
import { cityOf } from '../format.ts'
import { useI18n, useMessages } from '../i18n.tsx'
import { slotMessages } from './messages.ts'
import styles from './time-list.module.css'

interface TimeListProps {
  readonly slots: readonly Slot[]
  readonly timeZone: string
  readonly providerZone: string | undefined
  readonly pending: string | undefined
  readonly onPick: (slot: Slot) => void
}

/** The time of day as the server wrote it, in the zone that was asked for. */
export const wallTime = (instant: string): string => instant.slice(11, 16)

const PARTS = [
  ['morning', '00:00', '12:00'],
  ['afternoon', '12:00', '17:00'],
  ['evening', '17:00', '24:00'],
] as const

/** The free times of a day, by part of the day; where the provider's clock differs, its time too. */
export function TimeList({ slots, timeZone, providerZone, pending, onPick }: TimeListProps) {
  const t = useMessages(slotMessages)
  return (
    <div className={styles.list}>
      {PARTS.map(([part, from, to]) => {
        const inPart = slots.filter(({ start }) => wallTime(start) >= from && wallTime(start) < to)
        return inPart.length === 0 ? null : (
          <section key={part} aria-label={t[part]}>
            <h3>{t[part]}</h3>
            <ul>
              {inPart.map((slot) => (
                <li key={slot.start}>
                  <TimeButton
                    slot={slot}
                    timeZone={timeZone}
                    providerZone={providerZone}
                    isBusy={pending === slot.start}
                    onPick={onPick}
                  />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

interface TimeButtonProps {
  readonly slot: Slot
  readonly timeZone: string
  readonly providerZone: string | undefined
  readonly isBusy: boolean
  readonly onPick: (slot: Slot) => void
}

function TimeButton({ slot, timeZone, providerZone, isBusy, onPick }: TimeButtonProps) {
  const { format } = useI18n()
  const time = wallTime(slot.start)
  const theirs =
    providerZone === undefined || providerZone === timeZone
      ? time
      : format.time(slot.start, providerZone)
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      aria-busy={isBusy}
      className={styles.time}
      onClick={isBusy ? undefined : () => onPick(slot)}
    >
      <time dateTime={slot.start}>{time}</time>
      {theirs !== time && providerZone !== undefined && (
        <small>{`${theirs} ${cityOf(providerZone)}`}</small>
      )}
    </button>
  )
}

import type { Slot } from '@holdfast/contracts'
import { cityOf } from '../format.ts'
import { useI18n, useMessages } from '../i18n.tsx'
import { formatMoney } from '../money.ts'
import { slotMessages } from './messages.ts'
import { minutesOf, oneOfEachStart, slotKey, type Varying } from './slot-facts.ts'
import styles from './time-list.module.css'

interface TimeListProps {
  readonly slots: readonly Slot[]
  readonly timeZone: string
  readonly providerZone: string | undefined
  readonly pending: string | undefined
  /** Whether a booking keeps its price and its duration: then each start is listed once, without them. */
  readonly keepsPrice?: boolean | undefined
  /** What differs between all slots. */
  readonly varies: Varying
  readonly onPick: (slot: Slot) => void
}

/** The wall time of a start. The server writes it in the requested time zone. */
const wallTime = (instant: string): string => instant.slice(11, 16)

const PARTS = [
  ['morning', '00:00', '12:00'],
  ['afternoon', '12:00', '17:00'],
  ['evening', '17:00', '24:00'],
] as const

/** The available times of a day, by part of the day; with the provider's local time if it differs. */
export function TimeList(props: TimeListProps) {
  const { timeZone, providerZone, pending, keepsPrice = false, varies, onPick } = props
  const t = useMessages(slotMessages)
  const slots = keepsPrice ? oneOfEachStart(props.slots) : props.slots
  return (
    <div className={styles.list}>
      {PARTS.map(([part, from, to]) => {
        const inPart = slots.filter(({ start }) => wallTime(start) >= from && wallTime(start) < to)
        return inPart.length === 0 ? null : (
          <section key={part} aria-label={t[part]}>
            <h3>{t[part]}</h3>
            <ul>
              {inPart.map((slot) => (
                <li key={slotKey(slot)}>
                  <TimeButton
                    varies={keepsPrice ? NOTHING_VARIES : varies}
                    slot={slot}
                    timeZone={timeZone}
                    providerZone={providerZone}
                    isBusy={pending === slotKey(slot)}
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

const DAY_MINUTES = 1440

const NOTHING_VARIES: Varying = { prices: false, durations: false }

interface TimeButtonProps {
  readonly varies: Varying
  readonly slot: Slot
  readonly timeZone: string
  readonly providerZone: string | undefined
  readonly isBusy: boolean
  readonly onPick: (slot: Slot) => void
}

function TimeButton({ slot, varies, timeZone, providerZone, isBusy, onPick }: TimeButtonProps) {
  const { format, language } = useI18n()
  const t = useMessages(slotMessages)
  const time = format.wallTime(wallTime(slot.start))
  const providerTime =
    providerZone === undefined || providerZone === timeZone
      ? time
      : format.time(slot.start, providerZone)
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      aria-busy={isBusy}
      data-start={slot.start}
      className={styles.time}
      onClick={isBusy ? undefined : () => onPick(slot)}
    >
      <time dateTime={slot.start}>{time}</time>
      {providerTime !== time && providerZone !== undefined && (
        <small>{`${providerTime} ${cityOf(providerZone)}`}</small>
      )}
      {minutesOf(slot) >= DAY_MINUTES && (
        <small>
          {t.untilWhen(
            `${format.shortDate(slot.end, timeZone)}, ${format.time(slot.end, timeZone)}`,
          )}
        </small>
      )}
      {varies.durations && <small>{format.minutes(minutesOf(slot))}</small>}
      {varies.prices && slot.price && (
        <small>{formatMoney(slot.price.amount, slot.price.currency, language)}</small>
      )}
      {slot.seatsLeft !== undefined && <small>{t.seatsLeft(slot.seatsLeft)}</small>}
    </button>
  )
}

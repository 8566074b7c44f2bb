import type { components } from '@holdfast/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { api, unwrap } from '../api.ts'
import { useNames } from '../use-names.ts'
import { addDays, startOfDate } from '../zoned.ts'
import styles from './booking-dialog.module.css'
import { keptMessages } from './kept-messages.ts'
import type { ChosenStart, StartsOf } from './start-picker.tsx'

type KeptSlot = components['schemas']['KeptSlot']

/** Whose times are looked for, and from which date on for how many days. */
interface KeptDays {
  readonly of: StartsOf & { readonly eventTypeId: string }
  readonly date: string
  readonly days: number
  readonly timeZone: string
}

const keptQuery = ({ of, date, days, timeZone }: KeptDays) => {
  const { eventTypeId, durationMinutes, seats = 1, answer = [] } = of
  const query = {
    from: startOfDate(date, timeZone),
    to: startOfDate(addDays(date, days), timeZone),
    include: 'kept' as const,
    ...(durationMinutes && { durationMinutes }),
    ...(answer.length > 0 && { answer: [...answer] }),
  }
  return queryOptions({
    queryKey: ['bookings', 'kept', eventTypeId, query],
    queryFn: async (): Promise<readonly KeptSlot[]> => {
      const params = { path: { id: eventTypeId }, query }
      const { kept = [] } = await unwrap(api.GET('/v1/event-types/{id}/slots', { params }))
      return kept
    },
    enabled: date !== '' && seats === 1,
  })
}

interface KeptTimesProps extends KeptDays {
  readonly chosen: ChosenStart | undefined
  readonly onChoose: (chosen: ChosenStart) => void
}

/** How a time is booked that bookers are not offered yet: outside the rules, or with whoever is kept back. */
const chosenOf = ({ start, reason, providerId }: KeptSlot): ChosenStart => ({
  start,
  isOverride: reason === 'freed',
  ...(providerId !== undefined && { providerId }),
})

/** Offers times that are kept from bookers, and says why; nothing if there are none. */
export function KeptTimes({ chosen, onChoose, ...asked }: KeptTimesProps) {
  const t = useMessages(keptMessages)
  const { format } = useI18n()
  const names = useNames()
  const { data: kept = [] } = useQuery(keptQuery(asked))
  const { timeZone } = asked
  if (kept.length === 0) return null
  const whyOf = ({ reason, providerId }: KeptSlot) =>
    reason === 'freed' ? t.freed : t.keptBack(names.provider(providerId ?? '')?.name ?? '')
  return (
    <fieldset className={styles.group}>
      <legend>{t.title}</legend>
      <p className={styles.none}>{t.lead}</p>
      {[
        ...Map.groupBy(
          kept,
          (slot) => `${format.shortDate(slot.start, timeZone)} · ${whyOf(slot)}`,
        ),
      ].map(([group, slots]) => (
        <div key={group}>
          <span aria-hidden="true">{group}</span>
          <div className={styles.times}>
            {slots.map((slot) => (
              <button
                key={slot.start}
                type="button"
                aria-pressed={slot.start === chosen?.start}
                onClick={() => onChoose(chosenOf(slot))}
              >
                <span className="visually-hidden">{group}, </span>
                {format.time(slot.start, timeZone)}
              </button>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  )
}

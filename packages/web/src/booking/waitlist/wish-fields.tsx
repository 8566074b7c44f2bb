import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { slotMessages } from '../../shared/slots/messages.ts'
import type { Offer } from '../../shared/slots/offer.ts'
import { WEEKDAYS } from '../../shared/time/weekdays.ts'
import { Choices } from '../../shared/ui/choices.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { SeatsChoice } from '../seats-choice.tsx'
import { waitlistMessages } from './messages.ts'
import type { DayPart, Wish } from './wish.ts'
import styles from './wish-fields.module.css'

interface WishFieldsProps {
  readonly wish: Wish
  /** Today in the time zone of the provider. */
  readonly today: string
  /** The seats of a session. */
  readonly session: Offer['seats']
  /** What is wrong with the dates. */
  readonly error: string | undefined
  readonly onChange: (wish: Wish) => void
}

/** The fields for the dates, weekdays and time of day that a person waits for. */
export function WishFields({ wish, today, session, error, onChange }: WishFieldsProps) {
  const { format } = useI18n()
  const t = useMessages(waitlistMessages)
  const slots = useMessages(slotMessages)
  const names = format.weekdays()
  const parts: readonly (readonly [DayPart, string])[] = [
    ['any', t.anyTime],
    ['morning', slots.morning],
    ['afternoon', slots.afternoon],
    ['evening', slots.evening],
  ]
  return (
    <>
      <div className={styles.dates}>
        <Field label={t.from}>
          {(control) => (
            <input
              {...control}
              type="date"
              name="from"
              min={today}
              value={wish.from}
              onChange={({ target }) => onChange({ ...wish, from: target.value })}
            />
          )}
        </Field>
        <Field label={t.until} error={error}>
          {(control) => (
            <input
              {...control}
              type="date"
              name="until"
              min={wish.from}
              value={wish.until}
              onChange={({ target }) => onChange({ ...wish, until: target.value })}
            />
          )}
        </Field>
      </div>
      <Choices
        label={t.days}
        hint={t.daysHint}
        name="weekdays"
        isMultiple={true}
        isCompact={true}
        choices={WEEKDAYS.map((value, index) => ({ value, label: names[index]?.long ?? value }))}
        chosen={wish.weekdays}
        onChange={(chosen) =>
          onChange({ ...wish, weekdays: WEEKDAYS.filter((day) => chosen.includes(day)) })
        }
      />
      <Choices
        label={t.timeOfDay}
        name="part"
        isCompact={true}
        choices={parts.map(([value, label]) => ({ value, label }))}
        chosen={[wish.part]}
        onChange={([part]) =>
          onChange({ ...wish, part: parts.find(([each]) => each === part)?.[0] ?? 'any' })
        }
      />
      <SeatsChoice
        session={session}
        seats={wish.seats}
        isBusy={false}
        onChange={(seats) => onChange({ ...wish, seats })}
      />
    </>
  )
}

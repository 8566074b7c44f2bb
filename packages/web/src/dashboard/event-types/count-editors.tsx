import { useMessages } from '../../shared/i18n.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { CheckField } from '../ui/check-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import { FoldedCard } from '../ui/fold.tsx'
import { LimitFields } from '../ui/limit-fields.tsx'
import { limitMessages } from '../ui/limit-messages.ts'
import { MinutesField } from '../ui/minutes-field.tsx'
import { type CountDraft, EVENT_TYPE_LIMITS } from './count-draft.ts'
import { countMessages } from './count-messages.ts'
import type { Draft } from './draft.ts'
import styles from './entries.module.css'

interface EditorProps {
  readonly draft: Draft
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<Draft>) => void
}

/** The counts of a draft, and how a part of them is changed. */
const partOf = ({ draft: { counts }, errors, onChange }: EditorProps) => ({
  counts,
  errors,
  onChange: (change: Partial<CountDraft>) => onChange({ counts: { ...counts, ...change } }),
})

/** Edits how many parties share a session. */
export function SeatsEditor(props: EditorProps) {
  const { counts, errors, onChange } = partOf(props)
  const t = useMessages(countMessages)
  const { hasSeats, capacity } = counts
  return (
    <FoldedCard
      title={t.seats}
      summary={hasSeats ? t.seatCount(capacity) : t.noSeats}
      hasError={errors.seats !== undefined}
    >
      <CheckField isChecked={hasSeats} onChange={(isOn) => onChange({ hasSeats: isOn })}>
        {t.hasSeats}
      </CheckField>
      <p className={styles.soft}>{t.seatsHint}</p>
      {hasSeats && (
        <>
          <Field
            label={t.capacity}
            hint={t.capacityHint}
            error={errors['seats/capacity'] ?? errors.seats}
          >
            {(control) => (
              <input
                {...control}
                type="number"
                min="1"
                max="500"
                required
                inputMode="numeric"
                value={capacity}
                onChange={({ target }) => onChange({ capacity: target.value })}
              />
            )}
          </Field>
          <Field
            label={t.maxPerBooking}
            hint={t.maxPerBookingHint}
            error={errors['seats/maxPerBooking']}
          >
            {(control) => (
              <input
                {...control}
                type="number"
                min="1"
                max={capacity}
                inputMode="numeric"
                value={counts.maxPerBooking}
                onChange={({ target }) => onChange({ maxPerBooking: target.value })}
              />
            )}
          </Field>
          <CheckField
            isChecked={counts.showRemaining}
            onChange={(showRemaining) => onChange({ showRemaining })}
          >
            {t.showRemaining}
          </CheckField>
        </>
      )}
    </FoldedCard>
  )
}

/** Edits how many bookings a period or a person may have. */
export function LimitsEditor(props: EditorProps) {
  const { counts, errors, onChange } = partOf(props)
  const t = useMessages(limitMessages)
  const { limits } = counts
  const isLimited = Object.values(limits).some((count) => count.trim() !== '')
  return (
    <FoldedCard
      title={t.title}
      summary={isLimited ? t.some : t.none}
      hasError={errors.limits !== undefined}
    >
      <p className={styles.soft}>{t.lead}</p>
      <LimitFields
        names={EVENT_TYPE_LIMITS}
        limits={limits}
        errorOf={(name) => errors[`limits/${name}`]}
        onChange={(next) => onChange({ limits: next })}
      />
    </FoldedCard>
  )
}

/** Edits the wait list. */
export function WaitlistEditor(props: EditorProps) {
  const { counts, errors, onChange } = partOf(props)
  const t = useMessages(countMessages)
  const { hasWaitlist } = counts
  return (
    <FoldedCard
      title={t.waitlist}
      summary={hasWaitlist ? t.on : t.off}
      hasError={errors.waitlist !== undefined}
    >
      <CheckField isChecked={hasWaitlist} onChange={(isOn) => onChange({ hasWaitlist: isOn })}>
        {t.hasWaitlist}
      </CheckField>
      <p className={styles.soft}>{t.waitlistHint}</p>
      {hasWaitlist && (
        <>
          <MinutesField
            label={t.offerMinutes}
            minutes={counts.offerMinutes}
            error={errors['waitlist/offerMinutes']}
            onChange={(offerMinutes) => onChange({ offerMinutes })}
          />
          <CheckField
            isChecked={counts.linesFirst}
            onChange={(linesFirst) => onChange({ linesFirst })}
          >
            {t.linesFirst}
          </CheckField>
          <p className={styles.soft}>{t.linesFirstHint}</p>
        </>
      )}
    </FoldedCard>
  )
}

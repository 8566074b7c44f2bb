import { askedLater } from '../../booking/extras/extras.ts'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Field } from '../../shared/ui/field.tsx'
import type { EventType } from '../api.ts'
import { optionMessages } from '../event-types/option-messages.ts'
import type { FieldErrors } from '../ui/field-errors.ts'
import { Fold } from '../ui/fold.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { AnswerFields } from './answer-fields.tsx'
import { fieldMessages } from './field-messages.ts'
import { GuestsField } from './guests-field.tsx'
import { type ExtrasDraft, needsOf } from './new-booking-draft.ts'

interface ExtrasFieldsProps {
  readonly eventType: EventType
  readonly extras: ExtrasDraft
  /** Whether the booking is outside the rules, so that nothing must be answered. */
  readonly isOverride: boolean
  /** Whether a known person is booked, whose phone is asked for here alone. */
  readonly isKnownPerson: boolean
  readonly errors: FieldErrors
  readonly onChange: (part: Partial<ExtrasDraft>) => void
}

/** Edits the location, phone, answers and guests of a new booking. */
export function ExtrasFields(props: ExtrasFieldsProps) {
  const { eventType, extras, isOverride, isKnownPerson, errors, onChange } = props
  const t = useMessages(fieldMessages)
  const needs = needsOf(eventType, extras)
  const text = (name: 'place' | 'phone', label: string, error: string | undefined) => {
    const isRequired = needs[name] && !isOverride
    return (
      <Field
        label={isRequired ? label : t.optional(label)}
        hint={name === 'phone' ? t.phoneHint : undefined}
        error={error}
      >
        {(control) => (
          <input
            {...control}
            type={name === 'phone' ? 'tel' : 'text'}
            dir="auto"
            autoComplete="off"
            required={isRequired}
            value={extras[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        )}
      </Field>
    )
  }
  return (
    <>
      <LocationField {...props} />
      {needs.place && text('place', t.place.address, errors.location)}
      {(needs.phone || isKnownPerson) && text('phone', t.bookerPhone, errors['booker/phone'])}
      <AnswerFields
        questions={askedLater(eventType).questions}
        answers={extras.answers}
        isOptional={isOverride}
        errors={errors}
        onChange={(answers) => onChange({ answers })}
      />
      {eventType.payment && <p>{t.bookedFree}</p>}
      <Fold title={t.guests} hasError={errors.guests !== undefined}>
        <GuestsField
          lines={extras.guests}
          error={errors.guests}
          onChange={(guests) => onChange({ guests })}
        />
      </Fold>
    </>
  )
}

/** Chooses one of the locations of the event type. */
function LocationField({ eventType, extras, errors, onChange }: ExtrasFieldsProps) {
  const t = useMessages(fieldMessages)
  const { locationKinds } = useMessages(optionMessages)
  const { locations } = eventType
  if (locations.length < 2) return null
  return (
    <SelectField
      label={t.location}
      value={String(extras.locationOption)}
      error={errors['location/option']}
      onChange={(option) => onChange({ locationOption: Number(option) })}
      options={locations.map(({ kind, label, address, phone }, index) => ({
        value: String(index),
        label: label ?? [locationKinds[kind], address ?? phone].filter(Boolean).join(': '),
      }))}
    />
  )
}

interface DurationFieldProps {
  readonly eventType: EventType
  readonly durationMinutes: number
  /** How much longer answers make it. */
  readonly addMinutes: number
  readonly onChange: (durationMinutes: number) => void
}

/** Chooses one of the durations of an event type, if it has several. */
export function DurationField(props: DurationFieldProps) {
  const { eventType, durationMinutes, addMinutes, onChange } = props
  const t = useMessages(fieldMessages)
  const { format } = useI18n()
  const { durationOptionsMinutes } = eventType
  if (durationOptionsMinutes === null) return null
  return (
    <SelectField
      label={t.duration}
      value={String(durationMinutes)}
      onChange={(minutes) => onChange(Number(minutes))}
      options={durationOptionsMinutes.map((minutes) => ({
        value: String(minutes),
        label: format.minutes(minutes + addMinutes),
      }))}
    />
  )
}

interface SeatsFieldProps {
  readonly eventType: EventType
  readonly seats: number
  readonly onChange: (seats: number) => void
}

/** Chooses how many seats of a session are booked. Shows nothing where there are none. */
export function SeatsField({ eventType, seats, onChange }: SeatsFieldProps) {
  const t = useMessages(fieldMessages)
  if (eventType.seats === null || eventType.seats.capacity === 1) return null
  return (
    <Field label={t.seats}>
      {(control) => (
        <input
          {...control}
          type="number"
          min="1"
          max={eventType.seats?.capacity}
          required
          inputMode="numeric"
          value={seats}
          onChange={({ target }) => onChange(Math.max(1, Math.trunc(target.valueAsNumber) || 1))}
        />
      )}
    </Field>
  )
}

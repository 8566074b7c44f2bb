import { focusAtOnce } from '../../shared/focus-at-once.ts'
import { useMessages } from '../../shared/i18n.tsx'
import { locationDetail, locationMessages, locationText } from '../../shared/location-text.ts'
import { PhoneField } from '../../shared/phone-field.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Choices } from '../../shared/ui/choices.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { answerField, guestField, PLACE_FIELD } from './check-extras.ts'
import styles from './extra-fields.module.css'
import { type Asked, type Extras, MAX_GUESTS, needsPhone, needsPlace, nextKey } from './extras.ts'
import { extrasMessages } from './messages.ts'
import { QuestionField } from './question-field.tsx'

interface ExtraFieldsProps {
  readonly asked: Asked
  readonly extras: Extras
  readonly onChange: (extras: Extras) => void
  readonly errorOf: (field: string) => string | undefined
}

/** The fields for location, phone, questions and guests, each where the event type asks for it. */
export function ExtraFields(props: ExtraFieldsProps) {
  const { asked, extras, onChange, errorOf } = props
  return (
    <>
      <LocationFields {...props} />
      {asked.questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          answer={extras.answers[question.id] ?? ''}
          error={errorOf(answerField(question.id))}
          onChange={(answer) =>
            onChange({ ...extras, answers: { ...extras.answers, [question.id]: answer } })
          }
        />
      ))}
      {extras.guests.length > 0 && <GuestFields {...props} />}
    </>
  )
}

function LocationFields({ asked, extras, onChange, errorOf }: ExtraFieldsProps) {
  const t = useMessages(extrasMessages)
  const places = useMessages(locationMessages)
  const { locations } = asked
  return (
    <>
      {locations.length > 1 && (
        <Choices
          label={t.where}
          name="location"
          choices={locations.map((place, index) => ({
            value: `${index}`,
            label: locationText(place, places),
            detail: locationDetail(place),
          }))}
          chosen={[`${extras.locationOption}`]}
          error={errorOf('location')}
          onChange={([option]) => onChange({ ...extras, locationOption: Number(option) })}
        />
      )}
      {needsPlace(asked, extras) && (
        <Field label={t.place} error={errorOf(PLACE_FIELD)}>
          {(control) => (
            <input
              {...control}
              name={PLACE_FIELD}
              dir="auto"
              maxLength={500}
              value={extras.place}
              onChange={({ target }) => onChange({ ...extras, place: target.value })}
            />
          )}
        </Field>
      )}
      {needsPhone(asked, extras) && (
        <PhoneField
          label={t.phone}
          hint={t.phoneHint}
          error={errorOf('phone')}
          value={extras.phone}
          onChange={(phone) => onChange({ ...extras, phone })}
        />
      )}
    </>
  )
}

function GuestFields({ extras, onChange, errorOf }: ExtraFieldsProps) {
  const t = useMessages(extrasMessages)
  const { guests } = extras
  const add = () =>
    onChange({ ...extras, guests: [...guests, { key: nextKey(guests), email: '' }] })
  return (
    <fieldset className={styles.guests}>
      <legend>{t.guests}</legend>
      <p className={styles.hint}>{t.guestsHint}</p>
      {guests.map((guest, index) => (
        <div key={guest.key} className={styles.guest}>
          <Field label={t.guestEmail(index + 1)} error={errorOf(guestField(index))}>
            {(control) => (
              <input
                {...control}
                name={guestField(index)}
                type="email"
                maxLength={254}
                // The row was opened to be filled in.
                ref={guest.email === '' ? focusAtOnce : undefined}
                value={guest.email}
                onChange={({ target }) =>
                  onChange({
                    ...extras,
                    guests: guests.map((each) =>
                      each === guest ? { ...guest, email: target.value } : each,
                    ),
                  })
                }
              />
            )}
          </Field>
          <Button
            kind="quiet"
            aria-label={t.removeGuest(index + 1)}
            onClick={() => onChange({ ...extras, guests: guests.filter((each) => each !== guest) })}
          >
            ✕
          </Button>
        </div>
      ))}
      {guests.length < MAX_GUESTS && (
        <Button kind="quiet" onClick={add}>
          {t.addAnother}
        </Button>
      )}
    </fieldset>
  )
}

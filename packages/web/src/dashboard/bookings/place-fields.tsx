import { useMessages } from '../../shared/i18n.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { LOCATION_KINDS } from '../event-types/location-draft.ts'
import { optionMessages } from '../event-types/option-messages.ts'
import type { FieldErrors } from '../ui/field-errors.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { PLACE_VALUES, type PlaceDraft } from './field-draft.ts'
import { fieldMessages } from './field-messages.ts'

interface PlaceFieldsProps {
  readonly place: PlaceDraft
  readonly errors: FieldErrors
  readonly onChange: (place: PlaceDraft) => void
}

/** Edits where a booking takes place. */
export function PlaceFields({ place, errors, onChange }: PlaceFieldsProps) {
  const t = useMessages(fieldMessages)
  const { locationKinds } = useMessages(optionMessages)
  const name = PLACE_VALUES[place.kind]
  const isOptional = place.kind === 'phone'
  return (
    <>
      <SelectField
        label={t.location}
        value={place.kind}
        error={name === undefined ? errors.location : errors['location/kind']}
        // The value of another kind means something else.
        onChange={(kind) => onChange({ ...place, kind, value: '' })}
        options={[
          { value: 'none', label: t.noLocation },
          ...LOCATION_KINDS.map((value) => ({ value, label: locationKinds[value] })),
        ]}
      />
      {name && (
        <Field
          label={isOptional ? t.optional(t.place[name]) : t.place[name]}
          hint={name === 'phone' ? t.phoneHint : undefined}
          error={errors[`location/${name}`]}
        >
          {(control) => (
            <input
              {...control}
              type={name === 'url' ? 'url' : name === 'phone' ? 'tel' : 'text'}
              dir="auto"
              required={!isOptional}
              value={place.value}
              onChange={(event) => onChange({ ...place, value: event.target.value })}
            />
          )}
        </Field>
      )}
      {place.kind !== 'none' && (
        <TextField
          label={t.placeName}
          value={place.label}
          error={errors['location/label']}
          onChange={(label) => onChange({ ...place, label })}
        />
      )}
    </>
  )
}

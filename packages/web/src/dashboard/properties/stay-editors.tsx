import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { eventTypeMessages } from '../event-types/messages.ts'
import { CheckField } from '../ui/check-field.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import styles from '../ui/form-page.module.css'
import { MinutesField } from '../ui/minutes-field.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { propertyMessages } from './messages.ts'
import { photoMessages } from './photo-messages.ts'
import { PhotosEditor } from './photos-editor.tsx'
import { ratePlansQuery } from './property-queries.ts'
import type { OccupancyDraft, StayRulesDraft, StayTypeDraft } from './stay-type-draft.ts'
import { WeekdaysField } from './weekdays-field.tsx'

interface EditorProps {
  readonly draft: StayTypeDraft
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<StayTypeDraft>) => void
}

/** Edits which stays are possible, and how long they are held. */
export function StayRulesEditor({ draft, errors, onChange }: EditorProps) {
  const t = useMessages(propertyMessages)
  const types = useMessages(eventTypeMessages)
  const { stay } = draft
  const set = (part: Partial<StayRulesDraft>) => onChange({ stay: { ...stay, ...part } })
  const rule = (name: 'minNights' | 'maxNights' | 'minAdvanceDays', min: number) => (
    <NumberField
      label={t[name]}
      min={min}
      max={name === 'minAdvanceDays' ? 1095 : 366}
      value={stay[name]}
      error={errors[`stay/${name}`]}
      onChange={(value) => set({ [name]: value })}
    />
  )
  const waits = {
    hold: { name: 'holdMinutes', label: types.holdMinutes },
    approval: { name: 'approvalMinutes', label: types.approvalMinutes },
    instant: undefined,
  } as const
  const wait = waits[draft.confirmation]
  return (
    <Card className={styles.card ?? ''}>
      <h2>{t.stay}</h2>
      <div className={styles.numbers}>
        {rule('minNights', 1)}
        {rule('maxNights', 1)}
        {rule('minAdvanceDays', 0)}
        <NumberField
          label={types.advance}
          max={1095}
          value={draft.maxAdvanceDays}
          error={errors.maxAdvanceDays}
          onChange={(maxAdvanceDays) => onChange({ maxAdvanceDays })}
        />
        {wait && (
          <MinutesField
            label={wait.label}
            minutes={draft[wait.name]}
            error={errors[wait.name]}
            onChange={(value) => onChange({ [wait.name]: value })}
          />
        )}
      </div>
      {(['arrivalWeekdays', 'departureWeekdays'] as const).map((name) => (
        <WeekdaysField
          key={name}
          label={t[name]}
          hint={t.anyDay}
          chosen={stay[name]}
          error={errors[`stay/${name}`]}
          onChange={(chosen) => set({ [name]: chosen })}
        />
      ))}
    </Card>
  )
}

/** Edits how many people can stay. */
export function OccupancyEditor({ draft, errors, onChange }: EditorProps) {
  const t = useMessages(propertyMessages)
  const { hasOccupancy, occupancy } = draft
  const set = (part: Partial<OccupancyDraft>) => onChange({ occupancy: { ...occupancy, ...part } })
  return (
    <Card className={styles.card ?? ''}>
      <h2>{t.occupancy}</h2>
      <CheckField isChecked={hasOccupancy} onChange={(isOn) => onChange({ hasOccupancy: isOn })}>
        {t.hasOccupancy}
      </CheckField>
      {hasOccupancy && (
        <div className={styles.numbers}>
          {(['adults', 'children', 'total', 'base'] as const).map((name) => (
            <NumberField
              key={name}
              label={t[name]}
              min={name === 'children' ? 0 : 1}
              max={100}
              value={occupancy[name]}
              error={errors[`occupancy/${name}`]}
              onChange={(value) => set({ [name]: value })}
            />
          ))}
        </div>
      )}
    </Card>
  )
}

/** Edits the photos that guests see. */
export function StayPhotosEditor({ draft, errors, onChange }: EditorProps) {
  const t = useMessages(photoMessages)
  return (
    <Card className={styles.card ?? ''}>
      <h2>{t.title}</h2>
      <p>{t.lead}</p>
      <PhotosEditor
        photos={draft.photos}
        errors={errors}
        onChange={(photos) => onChange({ photos })}
      />
    </Card>
  )
}

/** Chooses the rate plans by which it can be booked. */
export function PlansEditor({ draft, errors, onChange }: EditorProps) {
  const t = useMessages(propertyMessages)
  const { data: plans = [] } = useQuery(ratePlansQuery)
  return (
    <Card className={styles.card ?? ''}>
      <h2>{t.plans}</h2>
      {plans.length === 0 ? (
        <p>{t.noPlans}</p>
      ) : (
        <ChoiceField
          label={t.plans}
          isMultiple
          hint={t.plansLead}
          error={errors.ratePlanIds}
          choices={plans.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={draft.ratePlanIds}
          onChange={(ratePlanIds) => onChange({ ratePlanIds })}
        />
      )}
      {draft.ratePlanIds.length > 0 && draft.payment.isPaid && <p>{t.planAmount}</p>}
    </Card>
  )
}

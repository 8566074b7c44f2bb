import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { eventTypeMessages } from '../event-types/messages.ts'
import { providersQuery } from '../queries.ts'
import { CheckField } from '../ui/check-field.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import styles from '../ui/form-page.module.css'
import { SelectField } from '../ui/select-field.tsx'
import { poolMessages } from './pool-messages.ts'
import { type PoolDraft, type StayTypeDraft, UNIT_SOURCES } from './stay-type-draft.ts'

interface PoolEditorProps {
  readonly draft: StayTypeDraft
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<StayTypeDraft>) => void
}

/** Chooses the units that guests get, and how one of them is chosen. */
export function PoolEditor({ draft, errors, onChange }: PoolEditorProps) {
  const t = useMessages(poolMessages)
  const { bookerMayChoose } = useMessages(eventTypeMessages)
  const { data: providers = [] } = useQuery(providersQuery)
  const { pool, propertyId } = draft
  const set = (part: Partial<PoolDraft>) => onChange({ pool: { ...pool, ...part } })
  const units = providers.filter((each) => each.kind === 'unit' && each.propertyId === propertyId)
  return (
    <Card className={styles.card ?? ''}>
      <h2>{t.units}</h2>
      <SelectField
        label={t.source}
        value={pool.source}
        error={errors.requirements ?? errors['requirements/0/kind']}
        onChange={(source) => set({ source })}
        options={UNIT_SOURCES.map((value) => ({ value, label: t.sources[value] }))}
      />
      {pool.source === 'some' && (
        <ChoiceField
          label={t.some}
          isMultiple
          hint={t.someHint}
          error={errors['requirements/0/providerIds']}
          choices={units.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={pool.unitIds}
          onChange={(unitIds) => set({ unitIds })}
        />
      )}
      {pool.source !== 'one' && (
        <>
          <SelectField
            label={t.choice}
            value={pool.choice}
            error={errors['requirements/0/choice']}
            onChange={(choice) => set({ choice })}
            options={(['gap', 'priority'] as const).map((value) => ({
              value,
              label: t.choices[value],
            }))}
          />
          <CheckField
            isChecked={pool.bookerMayChoose}
            onChange={(isOn) => set({ bookerMayChoose: isOn })}
          >
            {bookerMayChoose}
          </CheckField>
          <p>{t.guests}</p>
        </>
      )}
    </Card>
  )
}

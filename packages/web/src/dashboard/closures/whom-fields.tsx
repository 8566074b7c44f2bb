import { useMessages } from '../../shared/i18n.tsx'
import type { Provider, Schedule } from '../api.ts'
import { ChoiceField } from '../ui/choice-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import type { WhomDraft } from './closures.ts'
import { closureMessages } from './messages.ts'
import { useWhomText } from './use-whom-text.ts'

interface WhomFieldsProps {
  readonly whom: WhomDraft
  readonly providers: readonly Provider[]
  readonly schedules: readonly Schedule[]
  /** Whether it is a closure that exists: whom it closes does not change. */
  readonly isFixed: boolean
  /** Whether nobody was chosen. */
  readonly isMissing: boolean
  readonly onChange: (whom: WhomDraft) => void
}

/** Chooses whom a closure closes. */
export function WhomFields(props: WhomFieldsProps) {
  const { whom, providers, schedules, isFixed, isMissing, onChange } = props
  const t = useMessages(closureMessages)
  const whomText = useWhomText(providers, schedules)
  if (isFixed) {
    return (
      <p>
        {t.whom}: <span dir="auto">{whomText(whom)}</span>
      </p>
    )
  }
  // A team has no time of its own.
  const able = providers.filter(({ kind }) => kind !== 'team')
  const kinds = (['all', 'providers', 'schedule'] as const).filter(
    (kind) =>
      kind === 'all' ||
      (kind === 'providers' && able.length > 0) ||
      (kind === 'schedule' && schedules.length > 0),
  )
  return (
    <>
      <ChoiceField
        label={t.whom}
        chosen={[whom.kind]}
        choices={kinds.map((value) => ({ value, label: t.kinds[value] }))}
        onChange={([kind]) => kind && onChange({ ...whom, kind })}
      />
      {whom.kind === 'providers' && (
        <ChoiceField
          label={t.providers}
          isMultiple
          error={isMissing ? t.nobody : undefined}
          chosen={whom.providerIds}
          choices={able.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(providerIds) => onChange({ ...whom, providerIds })}
        />
      )}
      {whom.kind === 'schedule' && (
        <SelectField
          label={t.schedule}
          error={isMissing ? t.noSchedule : undefined}
          value={whom.scheduleId}
          onChange={(scheduleId) => onChange({ ...whom, scheduleId })}
          options={[
            { value: '', label: t.noSchedule },
            ...schedules.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </>
  )
}

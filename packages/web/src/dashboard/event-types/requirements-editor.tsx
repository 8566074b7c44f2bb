import { useRef } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Field } from '../../shared/ui/field.tsx'
import type { Provider } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { CheckField } from '../ui/check-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import form from '../ui/form-page.module.css'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { CandidateList } from './candidate-list.tsx'
import type { Draft } from './draft.ts'
import { eventTypeMessages } from './messages.ts'
import {
  MAX_CANDIDATES,
  MAX_REQUIREMENTS,
  matchingCount,
  newRequirement,
  type RequirementDraft,
  specialtiesOf,
} from './requirement-draft.ts'
import styles from './requirements-editor.module.css'
import { SpansEditor } from './spans-editor.tsx'

interface RequirementsEditorProps {
  readonly draft: Draft
  readonly errors: FieldErrors
  readonly providers: readonly Provider[]
  readonly onChange: (change: Partial<Draft>) => void
}

/** Edits whom and what a booking of an event type takes. */
export function RequirementsEditor(props: RequirementsEditorProps) {
  const { draft, errors, providers, onChange } = props
  const t = useMessages(eventTypeMessages)
  const { requirements } = draft
  const owner = providers.find(({ id }) => id === draft.providerId)
  const isInside = Object.keys(errors).some((path) => path.startsWith('requirements/'))
  const ownError = isInside ? undefined : errors.requirements
  const addButton = useRef<HTMLButtonElement>(null)
  const isFull = requirements.length >= MAX_REQUIREMENTS
  const add = () => {
    if (isFull) return
    const taken = new Set(requirements.map(({ key }) => key))
    let number = requirements.length + 1
    while (taken.has(`new ${number}`)) number += 1
    onChange({ requirements: [...requirements, newRequirement(`new ${number}`)] })
  }
  return (
    <Card className={form.card ?? ''}>
      <header className={form.cardHead}>
        <h2>{t.team}</h2>
        {owner?.kind !== 'team' && <p dir="auto">{t.teamLead(owner?.name ?? '')}</p>}
      </header>
      {requirements.map((requirement, index) => (
        <RequirementEditor
          key={requirement.key}
          requirement={requirement}
          number={index + 1}
          errorOf={(field) => errors[`requirements/${index}/${field}`]}
          providers={providers}
          onChange={(part) =>
            onChange({
              requirements: requirements.with(index, { ...requirement, ...part }),
            })
          }
          onRemove={() => {
            onChange({ requirements: requirements.toSpliced(index, 1) })
            addButton.current?.focus()
          }}
        />
      ))}
      {ownError && (
        <p data-field-error tabIndex={-1} className={styles.error}>
          {ownError}
        </p>
      )}
      <Button ref={addButton} aria-disabled={isFull} onClick={add}>
        {t.addRequirement}
      </Button>
    </Card>
  )
}

interface RequirementEditorProps {
  readonly requirement: RequirementDraft
  /** Its place in the list, from 1. */
  readonly number: number
  readonly errorOf: (field: string) => string | undefined
  readonly providers: readonly Provider[]
  readonly onChange: (part: Partial<RequirementDraft>) => void
  readonly onRemove: () => void
}

function RequirementEditor(props: RequirementEditorProps) {
  const { requirement, number, errorOf, onChange, onRemove } = props
  const t = useMessages(eventTypeMessages)
  return (
    <fieldset className={styles.requirement}>
      <legend dir="auto">{t.requirement(number, requirement.name)}</legend>
      <TextField
        label={t.requirementName}
        value={requirement.name}
        isRequired
        hint={t.requirementNameHint}
        error={errorOf('name')}
        onChange={(name) => onChange({ name })}
      />
      <Candidates {...props} />
      <Amount {...props} />
      <SpansEditor
        time={requirement.time}
        errorOf={errorOf}
        onChange={(time) => onChange({ time })}
      />
      <Button aria-label={t.removeRequirement(number)} onClick={onRemove}>
        {t.remove}
      </Button>
    </fieldset>
  )
}

/** Edits who comes into question for a requirement. */
function Candidates({ requirement, errorOf, providers, onChange }: RequirementEditorProps) {
  const t = useMessages(eventTypeMessages)
  const common = useMessages(commonMessages)
  const bookable = providers.filter(({ kind }) => kind !== 'team')
  const count = matchingCount(requirement, providers)
  return (
    <>
      <SelectField
        label={t.candidates}
        value={requirement.source}
        onChange={(source) => onChange({ source })}
        options={(['providers', 'specialty', 'kind'] as const).map((value) => ({
          value,
          label: t.sources[value],
        }))}
      />
      {requirement.source === 'providers' && (
        <CandidateList
          providers={bookable}
          chosenIds={requirement.providerIds}
          error={errorOf('providerIds')}
          onChange={(providerIds) => onChange({ providerIds })}
        />
      )}
      {requirement.source === 'specialty' && (
        <Field label={t.specialty} error={errorOf('specialty')}>
          {(control) => (
            <>
              <input
                {...control}
                required
                dir="auto"
                list={`${control.id}-list`}
                value={requirement.specialty}
                onChange={(event) => onChange({ specialty: event.target.value })}
              />
              <datalist id={`${control.id}-list`}>
                {specialtiesOf(bookable).map((specialty) => (
                  <option key={specialty} value={specialty} />
                ))}
              </datalist>
            </>
          )}
        </Field>
      )}
      {requirement.source === 'kind' && (
        <SelectField
          label={t.kind}
          value={requirement.kind}
          error={errorOf('kind')}
          onChange={(kind) => onChange({ kind })}
          options={(['person', 'room', 'equipment'] as const).map((value) => ({
            value,
            label: common.kinds[value],
          }))}
        />
      )}
      {count > MAX_CANDIDATES && (
        <p className={styles.error} role="status">
          {t.tooManyMatch(count, MAX_CANDIDATES)}
        </p>
      )}
    </>
  )
}

/** Edits how many of the candidates a booking takes, and who is chosen. */
function Amount({ requirement, errorOf, onChange }: RequirementEditorProps) {
  const t = useMessages(eventTypeMessages)
  const { isAll } = requirement
  return (
    <>
      <div className={form.numbers}>
        <SelectField
          label={t.takes}
          value={isAll ? 'all' : 'some'}
          error={isAll ? errorOf('count') : undefined}
          onChange={(value) => onChange({ isAll: value === 'all' })}
          options={(['some', 'all'] as const).map((value) => ({ value, label: t[value] }))}
        />
        {!isAll && (
          <Field label={t.count} error={errorOf('count')}>
            {(control) => (
              <input
                {...control}
                type="number"
                min="1"
                required
                inputMode="numeric"
                value={requirement.count}
                onChange={(event) => onChange({ count: event.target.value })}
              />
            )}
          </Field>
        )}
      </div>
      {!isAll && (
        <>
          <SelectField
            label={t.choice}
            value={requirement.choice}
            error={errorOf('choice')}
            onChange={(choice) => onChange({ choice })}
            options={(['balanced', 'priority', 'soonest_idle'] as const).map((value) => ({
              value,
              label: t.choices[value],
            }))}
          />
          <CheckField
            isChecked={requirement.bookerMayChoose}
            onChange={(bookerMayChoose) => onChange({ bookerMayChoose })}
          >
            {t.bookerMayChoose}
          </CheckField>
        </>
      )}
    </>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { ZoneField } from '../../shared/time/zone-field.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { api, ifMatch, isProblem, type Provider, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { schedulesQuery } from '../queries.ts'
import { CheckField } from '../ui/check-field.tsx'
import { useFailureText } from '../ui/failure.tsx'
import { type FieldErrors, fieldErrors } from '../ui/field-errors.ts'
import { Fold } from '../ui/fold.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { useInputMessage } from '../ui/input-errors.ts'
import { LimitFields } from '../ui/limit-fields.tsx'
import { limitMessages } from '../ui/limit-messages.ts'
import {
  type LimitsDraft,
  limitsDraftOf,
  limitsOf,
  PERIOD_LIMITS,
  type PeriodLimit,
} from '../ui/limits-draft.ts'
import { Modal } from '../ui/modal.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { localZone } from '../zoned.ts'
import { providerMessages } from './messages.ts'

interface Draft {
  readonly name: string
  readonly timeZone: string
  readonly specialty: string
  readonly slug: string
  readonly email: string
  readonly listed: boolean
  readonly active: boolean
  readonly kind: Provider['kind']
  /** Empty: none, which sets no bound. */
  readonly scheduleId: string
  readonly limits: LimitsDraft<PeriodLimit>
  /** The longest pause between the services of a visit, in minutes. Null: bookers add no services. */
  readonly maxGapMinutes: string | null
}

const KINDS = ['person', 'room', 'equipment', 'team'] as const

/** A provider never becomes a unit, nor a unit something else. */
const kindsFor = (provider: Provider | undefined): readonly Provider['kind'][] =>
  provider?.kind === 'unit' ? ['unit'] : KINDS

const hasHours = (kind: Provider['kind']): boolean => kind !== 'team' && kind !== 'unit'

const draftOf = (provider: Provider | undefined): Draft => ({
  name: provider?.name ?? '',
  timeZone: provider?.timeZone ?? localZone(),
  specialty: provider?.specialty ?? '',
  slug: provider?.slug ?? '',
  email: provider?.email ?? '',
  listed: provider?.listed ?? false,
  active: provider?.active ?? true,
  kind: provider?.kind ?? 'person',
  scheduleId: provider?.scheduleId ?? '',
  limits: limitsDraftOf(PERIOD_LIMITS, provider?.limits ?? null),
  maxGapMinutes: provider?.visits ? `${provider.visits.maxGapMinutes}` : null,
})

async function save(provider: Provider | undefined, draft: Draft): Promise<unknown> {
  const { name, timeZone, listed, active, kind } = draft
  // A team has no time of its own, and so no hours.
  const scheduleId = hasHours(kind) ? draft.scheduleId : ''
  const limits = limitsOf(draft.limits)
  const { maxGapMinutes } = draft
  const visits = maxGapMinutes === null ? null : { maxGapMinutes: Number(maxGapMinutes) }
  const [specialty, slug, email] = [draft.specialty, draft.slug, draft.email].map((text) =>
    text.trim(),
  )
  if (provider === undefined) {
    const body = {
      name,
      timeZone,
      listed,
      active,
      kind,
      ...(scheduleId && { scheduleId }),
      ...(specialty && { specialty }),
      ...(slug && { slug }),
      ...(email && { email }),
      ...(limits && { limits }),
      ...(visits && { visits }),
    }
    return unwrap(api.POST('/v1/providers', { body }))
  }
  const params = { path: { id: provider.id }, header: ifMatch(provider) }
  const change = {
    name,
    timeZone,
    listed,
    active,
    kind,
    scheduleId: scheduleId || null,
    specialty: specialty || null,
    email: email || null,
    limits,
    visits,
  }
  return unwrap(
    api.PATCH('/v1/providers/{id}', { params, body: { ...change, ...(slug && { slug }) } }),
  )
}

interface ProviderDialogProps {
  readonly provider?: Provider | undefined
  readonly onClose: () => void
}

/** What is wrong with each field, by its name. */
function useErrors(error: unknown): FieldErrors {
  const inputMessage = useInputMessage()
  const failureText = useFailureText()
  return {
    ...fieldErrors(error, inputMessage),
    ...(isProblem(error, 'slug_taken') && { slug: failureText(error).title }),
  }
}

/** Creates or edits a provider. */
export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const t = useMessages(providerMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const { data: schedules = [] } = useQuery(schedulesQuery)
  const [draft, setDraft] = useState(() => draftOf(provider))
  const hoursZone = schedules.find(({ id }) => id === draft.scheduleId)?.timeZone ?? draft.timeZone
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const errors = useErrors(error)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await save(provider, draft)
      await invalidate(client, 'providers')
      toast({ title: provider ? t.saved : t.created })
      onClose()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  const text = (
    name: 'name' | 'specialty' | 'slug' | 'email',
    label: string,
    hint?: string,
    type: 'text' | 'email' = 'text',
  ) => (
    <TextField
      label={label}
      value={draft[name]}
      type={type}
      isRequired={name === 'name'}
      hint={hint}
      error={errors[name]}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
    />
  )
  return (
    <Modal title={provider ? t.change : t.add} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        {text('name', common.name)}
        <SelectField
          label={t.kind}
          value={draft.kind}
          hint={t.kindHints[draft.kind]}
          error={errors.kind}
          onChange={(kind) => setDraft({ ...draft, kind })}
          options={kindsFor(provider).map((value) => ({
            value,
            label: common.kinds[value],
          }))}
        />
        <Field label={t.zone} error={errors.timeZone}>
          {(control) => (
            <ZoneField
              control={{ ...control }}
              timeZone={draft.timeZone}
              onChange={(timeZone) => setDraft({ ...draft, timeZone })}
            />
          )}
        </Field>
        {hasHours(draft.kind) && (
          <SelectField
            label={t.schedule}
            value={draft.scheduleId}
            hint={hoursZone === draft.timeZone ? t.scheduleHint : t.otherZone(hoursZone)}
            error={errors.scheduleId}
            onChange={(scheduleId) => setDraft({ ...draft, scheduleId })}
            options={[
              { value: '', label: t.noSchedule },
              ...schedules.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        {text('specialty', t.specialty, t.specialtyHint)}
        {text('slug', t.slug, t.slugHint)}
        {text('email', t.email, t.emailHint, 'email')}
        <ProviderLimits
          limits={draft.limits}
          errors={errors}
          onChange={(limits) => setDraft({ ...draft, limits })}
        />
        <AddedServices
          draft={draft}
          error={errors['visits/maxGapMinutes']}
          onChange={(maxGapMinutes) => setDraft({ ...draft, maxGapMinutes })}
        />
        <CheckField isChecked={draft.listed} onChange={(listed) => setDraft({ ...draft, listed })}>
          {t.listed}
        </CheckField>
        <CheckField isChecked={draft.active} onChange={(active) => setDraft({ ...draft, active })}>
          {t.active}
        </CheckField>
        <FormEnd
          label={provider ? common.save : common.add}
          isBusy={isBusy}
          error={error}
          onClose={onClose}
        />
      </form>
    </Modal>
  )
}

interface AddedServicesProps {
  readonly draft: Pick<Draft, 'kind' | 'maxGapMinutes'>
  readonly error: string | undefined
  readonly onChange: (maxGapMinutes: string | null) => void
}

/** Edits whether bookers may add other services of the page, and the pause between two. */
function AddedServices({ draft: { kind, maxGapMinutes }, error, onChange }: AddedServicesProps) {
  const t = useMessages(providerMessages)
  if (kind === 'unit') return null
  return (
    <>
      <CheckField
        isChecked={maxGapMinutes !== null}
        onChange={(isChecked) => onChange(isChecked ? '15' : null)}
      >
        {t.visits}
      </CheckField>
      {maxGapMinutes !== null && (
        <NumberField
          label={t.maxGap}
          value={maxGapMinutes}
          max={240}
          error={error}
          onChange={onChange}
        />
      )}
    </>
  )
}

interface ProviderLimitsProps {
  readonly limits: Draft['limits']
  readonly errors: FieldErrors
  readonly onChange: (limits: Draft['limits']) => void
}

/** Edits how many bookings a provider takes. */
function ProviderLimits({ limits, errors, onChange }: ProviderLimitsProps) {
  const t = useMessages(limitMessages)
  const errorOf = (name: PeriodLimit) => errors[`limits/${name}`]
  return (
    <Fold
      title={t.title}
      summary={limitsOf(limits) ? t.some : t.none}
      hasError={PERIOD_LIMITS.some((name) => errorOf(name) !== undefined)}
    >
      <p>{t.providerLead}</p>
      <LimitFields names={PERIOD_LIMITS} limits={limits} errorOf={errorOf} onChange={onChange} />
    </Fold>
  )
}

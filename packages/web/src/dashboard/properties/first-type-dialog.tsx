import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { api, type Provider, type RatePlan, unwrap } from '../api.ts'
import { eventTypeMessages } from '../event-types/messages.ts'
import { StepDialog } from '../first-day/step-dialog.tsx'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { MissingConnection } from '../payments/missing-connection.tsx'
import { CheckField } from '../ui/check-field.tsx'
import { CurrencyField } from '../ui/currency-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import styles from '../ui/form-page.module.css'
import { MoneyField } from '../ui/money-field.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { bodyOfFirstType, type FirstType, newFirstType } from './first-type.ts'
import { propertyMessages } from './messages.ts'
import { planMessages } from './plan-messages.ts'
import { ratePlansQuery } from './property-queries.ts'

interface FirstTypeDialogProps {
  readonly unit: Provider
  readonly onClose: () => void
}

/** Makes the nights of a unit bookable. */
export function FirstTypeDialog(props: FirstTypeDialogProps) {
  const { data: plans } = useQuery(ratePlansQuery)
  if (plans === undefined) return null
  return <Form {...props} plans={plans.filter(({ status }) => status === 'active')} />
}

function Form({
  unit,
  plans,
  onClose,
}: FirstTypeDialogProps & { readonly plans: readonly RatePlan[] }) {
  const t = useMessages(propertyMessages)
  const common = useMessages(commonMessages)
  const { slugHint } = useMessages(eventTypeMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [draft, setDraft] = useState(() => newFirstType(unit.name, plans))
  const set = (part: Partial<FirstType>) => setDraft({ ...draft, ...part })
  const submit = async () => {
    const body = bodyOfFirstType(unit.id, draft, plans)
    await unwrap(api.POST('/v1/event-types', { body }))
    await invalidate(client, 'event-types')
    toast({ title: t.typeCreated })
  }
  return (
    <StepDialog
      title={t.makeBookableTitle(unit.name)}
      label={common.create}
      onSubmit={submit}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            label={t.typeTitle}
            hint={t.typeTitleHint}
            isRequired
            value={draft.title}
            error={errors.title ?? (errors.slug && slugHint)}
            onChange={(title) => set({ title })}
          />
          <div className={styles.numbers}>
            <NumberField
              label={t.guests}
              min={1}
              max={100}
              value={draft.guests}
              error={errors.occupancy}
              onChange={(guests) => set({ guests })}
            />
            <NumberField
              label={t.minNights}
              min={1}
              value={draft.minNights}
              error={errors.stay}
              onChange={(minNights) => set({ minNights })}
            />
          </div>
          <Price draft={draft} plans={plans} errors={errors} onChange={set} />
        </>
      )}
    </StepDialog>
  )
}

interface PriceProps {
  readonly draft: FirstType
  readonly plans: readonly RatePlan[]
  readonly errors: FieldErrors
  readonly onChange: (part: Partial<FirstType>) => void
}

function Price({ draft, plans, errors, onChange }: PriceProps) {
  const t = useMessages(propertyMessages)
  const { currency } = useMessages(planMessages)
  const isByNight = draft.price === 'night'
  const isByPlan = plans.some(({ id }) => id === draft.price)
  return (
    <>
      <SelectField
        label={t.price}
        value={draft.price}
        error={errors.ratePlanIds}
        onChange={(price) => onChange({ price })}
        options={[
          ...plans.map(({ id, name }) => ({ value: id, label: t.byPlan(name) })),
          { value: 'night', label: t.prices.night },
          { value: 'none', label: t.prices.none },
        ]}
      />
      {isByNight && (
        <div className={styles.numbers}>
          <MoneyField
            label={t.nightPrice}
            amount={draft.amount}
            currency={draft.currency}
            isRequired
            error={errors['payment/amount']}
            onChange={(amount) => onChange({ amount })}
          />
          <CurrencyField
            label={currency}
            currency={draft.currency}
            error={errors['payment/currency']}
            onChange={(next) => onChange({ currency: next })}
          />
        </div>
      )}
      {isByPlan && (
        <CheckField isChecked={draft.isPaid} onChange={(isPaid) => onChange({ isPaid })}>
          {t.isPaid}
        </CheckField>
      )}
      {(isByNight || (isByPlan && draft.isPaid)) && <MissingConnection />}
    </>
  )
}

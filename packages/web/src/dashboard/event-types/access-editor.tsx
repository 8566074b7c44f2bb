import { useRef } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import { FoldedCard } from '../ui/fold.tsx'
import { nextKey, swapped } from '../ui/keyed.ts'
import { LimitFields } from '../ui/limit-fields.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { OrderButtons } from '../ui/order-buttons.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ACCESS_LIMITS, type AccessDraft, MAX_ACCESS, newAccess } from './access-draft.ts'
import { accessMessages } from './access-messages.ts'
import type { Draft } from './draft.ts'
import styles from './entries.module.css'

interface AccessEditorProps {
  readonly draft: Draft
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<Draft>) => void
}

/** Edits who may book an event type, how far ahead, for what price and how often. */
export function AccessEditor({ draft, errors, onChange }: AccessEditorProps) {
  const t = useMessages(accessMessages)
  const addButton = useRef<HTMLButtonElement>(null)
  const { access, counts } = draft
  const isFull = access.length >= MAX_ACCESS
  const set = (next: readonly AccessDraft[]) => onChange({ access: next })
  return (
    <FoldedCard
      title={t.title}
      summary={access.length === 0 ? t.everybody : t.kinds(access.length)}
      hasError={errors.access !== undefined}
    >
      <p className={styles.soft}>{t.lead}</p>
      {counts.hasWaitlist && access.length > 0 && <p className={styles.error}>{t.waits}</p>}
      {access.map((entry, index) => (
        <fieldset key={entry.key} className={styles.entry}>
          <legend className="visually-hidden">{t.entry(index + 1)}</legend>
          <AccessFields
            entry={entry}
            currency={draft.payment.isPaid ? draft.payment.currency : undefined}
            errorOf={(field) => errors[`access/${index}/${field}`]}
            onChange={(part) => set(access.with(index, { ...entry, ...part }))}
          />
          <OrderButtons
            name={t.entry(index + 1)}
            index={index}
            count={access.length}
            onMove={(to) => set(swapped(access, index, to))}
            onRemove={() => {
              set(access.toSpliced(index, 1))
              addButton.current?.focus()
            }}
          />
        </fieldset>
      ))}
      <Button
        ref={addButton}
        aria-disabled={isFull}
        onClick={() => !isFull && set([...access, newAccess(nextKey(access))])}
      >
        {t.add}
      </Button>
    </FoldedCard>
  )
}

interface AccessFieldsProps {
  readonly entry: AccessDraft
  /** Undefined: nothing is paid. */
  readonly currency: string | undefined
  readonly errorOf: (field: string) => string | undefined
  readonly onChange: (part: Partial<AccessDraft>) => void
}

function AccessFields({ entry, currency, errorOf, onChange }: AccessFieldsProps) {
  const t = useMessages(accessMessages)
  return (
    <>
      <TextField
        label={t.tags}
        value={entry.tags}
        hint={t.tagsHint}
        error={errorOf('tags')}
        onChange={(tags) => onChange({ tags })}
      />
      <NumberField
        label={t.maxNoShows}
        value={entry.maxNoShows}
        max={99}
        isRequired={false}
        hint={t.maxNoShowsHint}
        error={errorOf('maxNoShows')}
        onChange={(maxNoShows) => onChange({ maxNoShows })}
      />
      <NumberField
        label={t.maxAdvanceDays}
        value={entry.maxAdvanceDays}
        min={1}
        max={1095}
        isRequired={false}
        hint={t.asEventType}
        error={errorOf('maxAdvanceDays')}
        onChange={(maxAdvanceDays) => onChange({ maxAdvanceDays })}
      />
      {currency !== undefined && (
        <MoneyField
          label={t.amount}
          hint={t.amountHint}
          amount={entry.amount}
          currency={currency}
          error={errorOf('amount')}
          onChange={(amount) => onChange({ amount })}
        />
      )}
      <LimitFields
        names={ACCESS_LIMITS}
        limits={entry.limits}
        errorOf={(name) => errorOf(`limits/${name}`)}
        onChange={(limits) => onChange({ limits })}
      />
    </>
  )
}

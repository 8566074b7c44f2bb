import { useMessages } from '../../shared/i18n.tsx'
import styles from '../event-types/entries.module.css'
import { errorOfWhole } from '../ui/field-errors.ts'
import { FoldedCard } from '../ui/fold.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TimeField } from '../ui/time-field.tsx'
import { EntryList } from './entry-list.tsx'
import type { CancellationDraft } from './plan-rules-draft.ts'
import { planTermMessages } from './plan-term-messages.ts'
import type { PlanPartProps } from './rate-plan-draft.ts'

const DEPOSITS = ['type', 'percent', 'amount', 'nights'] as const
const PENALTIES = ['percent', 'nights'] as const
const RULES_MAX = 10

const newRule = (key: CancellationDraft['key']): CancellationDraft => ({
  key,
  days: '7',
  time: '18:00',
  penaltyKind: 'percent',
  penalty: '100',
})

/** Edits what guests of a rate plan pay when they book, and what they pay if they cancel. */
export function TermsEditor({ draft, errors, onChange }: PlanPartProps) {
  const t = useMessages(planTermMessages)
  const { deposit, cancellation, currency } = draft
  const setValue = (value: string) => onChange({ deposit: { ...deposit, value } })
  return (
    <FoldedCard
      title={t.title}
      summary={t.count(cancellation.length)}
      hasError={errors.deposit !== undefined || errors.cancellation !== undefined}
    >
      <p className={styles.soft}>{t.lead}</p>
      <div className={styles.row}>
        <SelectField
          label={t.deposit}
          value={deposit.kind}
          error={errors.deposit}
          onChange={(kind) => onChange({ deposit: { kind, value: '' } })}
          options={DEPOSITS.map((value) => ({ value, label: t.deposits[value] }))}
        />
        {deposit.kind === 'amount' && (
          <MoneyField
            label={t.amount}
            amount={deposit.value}
            currency={currency}
            isRequired
            error={errors['deposit/amount']}
            onChange={setValue}
          />
        )}
        {(deposit.kind === 'percent' || deposit.kind === 'nights') && (
          <NumberField
            label={t[deposit.kind]}
            min={deposit.kind === 'percent' ? 0.01 : 1}
            max={deposit.kind === 'percent' ? 100 : 366}
            step={deposit.kind === 'percent' ? 0.01 : 1}
            value={deposit.value}
            error={errors[`deposit/${deposit.kind}`]}
            onChange={setValue}
          />
        )}
      </div>
      <BalanceFields draft={draft} errors={errors} onChange={onChange} />
      <EntryList
        texts={t.rules}
        entries={cancellation}
        max={RULES_MAX}
        newEntry={newRule}
        errorOf={(index) => errorOfWhole(errors, `cancellation/${index}`)}
        onChange={(next) => onChange({ cancellation: next })}
        fields={(rule, change, index) => (
          <div className={styles.row}>
            <NumberField
              label={t.days}
              max={1095}
              isRequired={false}
              value={rule.days}
              error={errors[`cancellation/${index}/days`]}
              onChange={(days) => change({ days })}
            />
            <TimeField
              label={t.time}
              value={rule.time}
              error={errors[`cancellation/${index}/time`]}
              onChange={(time) => change({ time })}
            />
            <SelectField
              label={t.penaltyKind}
              value={rule.penaltyKind}
              onChange={(penaltyKind) => change({ penaltyKind })}
              options={PENALTIES.map((value) => ({ value, label: t.penalties[value] }))}
            />
            <NumberField
              label={t.penalty}
              min={rule.penaltyKind === 'nights' ? 1 : 0}
              max={rule.penaltyKind === 'nights' ? 366 : 100}
              value={rule.penalty}
              error={
                errors[
                  `cancellation/${index}/${rule.penaltyKind === 'nights' ? 'penaltyNights' : 'penaltyPercent'}`
                ]
              }
              onChange={(penalty) => change({ penalty })}
            />
          </div>
        )}
      />
    </FoldedCard>
  )
}

/** When the rest after a deposit is due, and what follows if it is not paid. */
function BalanceFields({ draft, errors, onChange }: PlanPartProps) {
  const t = useMessages(planTermMessages)
  return (
    <div className={styles.row}>
      <NumberField
        label={t.balanceDue}
        max={365}
        isRequired={false}
        value={draft.balanceDueDays}
        error={errors.balanceDueDays}
        onChange={(balanceDueDays) => onChange({ balanceDueDays })}
      />
      <NumberField
        label={t.balanceCancel}
        min={1}
        max={90}
        isRequired={false}
        value={draft.balanceCancelDays}
        error={errors.balanceCancelDays}
        onChange={(balanceCancelDays) => onChange({ balanceCancelDays })}
      />
    </div>
  )
}

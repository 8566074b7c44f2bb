import { useMessages } from '../../shared/i18n.tsx'
import styles from '../event-types/entries.module.css'
import { commonMessages } from '../messages.ts'
import { CheckField } from '../ui/check-field.tsx'
import { errorOfWhole } from '../ui/field-errors.ts'
import { FoldedCard } from '../ui/fold.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { EntryList } from './entry-list.tsx'
import { planRuleMessages } from './plan-rule-messages.ts'
import { isInPrice, type TaxDraft } from './plan-rules-draft.ts'
import type { PlanPartProps } from './rate-plan-draft.ts'

const TAXES_MAX = 20

const newTax = (key: string): TaxDraft => ({
  key,
  name: '',
  kind: 'percent',
  percent: '',
  amount: '',
  isIncluded: true,
  isAtHouse: false,
  capNights: '',
  exemptUntilAge: '',
})

/** Edits taxes: percentages of the price, and amounts for each person and night. */
export function TaxesEditor({ draft, errors, onChange }: PlanPartProps) {
  const t = useMessages(planRuleMessages)
  const common = useMessages(commonMessages)
  return (
    <FoldedCard
      title={t.titles.taxes}
      summary={t.count(draft.taxes.length)}
      hasError={errors.taxes !== undefined}
    >
      <p className={styles.soft}>{t.leads.taxes}</p>
      <EntryList
        texts={t.lists.taxes}
        entries={draft.taxes}
        max={TAXES_MAX}
        newEntry={newTax}
        errorOf={(index) => errorOfWhole(errors, `taxes/${index}`)}
        onChange={(taxes) => onChange({ taxes })}
        fields={(tax, change, index) => {
          const errorOf = (field: string) => errors[`taxes/${index}/${field}`]
          return (
            <>
              <TextField
                label={common.name}
                isRequired
                value={tax.name}
                error={errorOf('name')}
                onChange={(name) => change({ name })}
              />
              <div className={styles.row}>
                <SelectField
                  label={t.taxKind}
                  value={tax.kind}
                  onChange={(kind) => change({ kind })}
                  options={[
                    { value: 'percent', label: t.taxKinds.percent },
                    { value: 'amount', label: t.taxKinds.amount },
                  ]}
                />
                {tax.kind === 'percent' ? (
                  <NumberField
                    label={t.percent}
                    min={0}
                    max={100}
                    step={0.01}
                    value={tax.percent}
                    error={errorOf('percent')}
                    onChange={(percent) => change({ percent })}
                  />
                ) : (
                  <MoneyField
                    label={t.amount}
                    amount={tax.amount}
                    currency={draft.currency}
                    isRequired
                    error={errorOf('amount')}
                    onChange={(amount) => change({ amount })}
                  />
                )}
              </div>
              {tax.kind === 'percent' && (
                <CheckField
                  isChecked={tax.isIncluded}
                  onChange={(isIncluded) => change({ isIncluded })}
                >
                  {t.included}
                </CheckField>
              )}
              {!isInPrice(tax) && (
                <CheckField
                  isChecked={tax.isAtHouse}
                  onChange={(isAtHouse) => change({ isAtHouse })}
                >
                  {t.atHouse}
                </CheckField>
              )}
              <div className={styles.row}>
                <NumberField
                  label={t.capNights}
                  min={1}
                  isRequired={false}
                  value={tax.capNights}
                  error={errorOf('capNights')}
                  onChange={(capNights) => change({ capNights })}
                />
                {tax.kind === 'amount' && (
                  <NumberField
                    label={t.exemptUntilAge}
                    min={1}
                    max={18}
                    isRequired={false}
                    value={tax.exemptUntilAge}
                    error={errorOf('exemptUntilAge')}
                    onChange={(exemptUntilAge) => change({ exemptUntilAge })}
                  />
                )}
              </div>
            </>
          )
        }}
      />
    </FoldedCard>
  )
}

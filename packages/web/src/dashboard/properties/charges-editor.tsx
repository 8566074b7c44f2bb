import { useMessages } from '../../shared/i18n.tsx'
import styles from '../event-types/entries.module.css'
import { commonMessages } from '../messages.ts'
import { errorOfWhole } from '../ui/field-errors.ts'
import { FoldedCard } from '../ui/fold.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { EntryList } from './entry-list.tsx'
import { planRuleMessages } from './plan-rule-messages.ts'
import type { PlanPartProps } from './rate-plan-draft.ts'

const PER = ['stay', 'night', 'person', 'person_night'] as const
const CHARGES_MAX = 20

/** Edits the fees of every stay, or the extras that guests choose. */
export function ChargesEditor({
  name,
  draft,
  errors,
  onChange,
}: PlanPartProps & { readonly name: 'fees' | 'extras' }) {
  const t = useMessages(planRuleMessages)
  const common = useMessages(commonMessages)
  const entries = draft[name]
  return (
    <FoldedCard
      title={t.titles[name]}
      summary={t.count(entries.length)}
      hasError={errors[name] !== undefined}
    >
      <p className={styles.soft}>{t.leads[name]}</p>
      <EntryList
        texts={t.lists[name]}
        entries={entries}
        max={CHARGES_MAX}
        newEntry={(key) => ({ key, name: '', amount: '', per: 'stay' })}
        errorOf={(index) => errorOfWhole(errors, `${name}/${index}`)}
        onChange={(next) => onChange({ [name]: next })}
        fields={(charge, change, index) => (
          <>
            <TextField
              label={common.name}
              isRequired
              value={charge.name}
              error={errors[`${name}/${index}/name`] ?? errors[`${name}/${index}/id`]}
              onChange={(text) => change({ name: text })}
            />
            <div className={styles.row}>
              <MoneyField
                label={t.amount}
                amount={charge.amount}
                currency={draft.currency}
                isRequired
                error={errors[`${name}/${index}/amount`]}
                onChange={(amount) => change({ amount })}
              />
              <SelectField
                label={t.per}
                value={charge.per}
                error={errors[`${name}/${index}/per`]}
                onChange={(per) => change({ per })}
                options={PER.map((value) => ({ value, label: t.perNames[value] }))}
              />
            </div>
          </>
        )}
      />
    </FoldedCard>
  )
}

import { useMessages } from '../../shared/i18n.tsx'
import styles from '../event-types/entries.module.css'
import { errorOfWhole } from '../ui/field-errors.ts'
import { FoldedCard } from '../ui/fold.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { EntryList } from './entry-list.tsx'
import { planRuleMessages } from './plan-rule-messages.ts'
import { DISCOUNT_KINDS, type DiscountDraft, discountPath } from './plan-rules-draft.ts'
import type { PlanPartProps } from './rate-plan-draft.ts'

const DISCOUNTS_MAX = 60
const CODES_MAX = 50
const PERCENT = { min: 0, max: 100, step: 0.01 }

const COUNT_NAMES = { nights: 'minNights', early: 'minDays', lastMinute: 'maxDays' } as const

const newDiscount = (key: string): DiscountDraft => ({
  key,
  kind: 'nights',
  count: '7',
  percent: '',
})

/** Edits discounts for long stays and by when a stay is booked. */
export function DiscountsEditor({ draft, errors, onChange }: PlanPartProps) {
  const t = useMessages(planRuleMessages)
  const { discounts } = draft
  return (
    <FoldedCard
      title={t.titles.discounts}
      summary={t.count(discounts.length)}
      hasError={errors.discounts !== undefined}
    >
      <p className={styles.soft}>{t.leads.discounts}</p>
      <EntryList
        texts={t.lists.discounts}
        entries={discounts}
        max={DISCOUNTS_MAX}
        newEntry={newDiscount}
        errorOf={(index) => errorOfWhole(errors, discountPath(discounts, index))}
        onChange={(next) => onChange({ discounts: next })}
        fields={(discount, change, index) => {
          const path = discountPath(discounts, index)
          return (
            <div className={styles.row}>
              <SelectField
                label={t.discountFor}
                value={discount.kind}
                onChange={(kind) => change({ kind })}
                options={DISCOUNT_KINDS.map((value) => ({ value, label: t.discountKinds[value] }))}
              />
              <NumberField
                label={t.discountCounts[discount.kind]}
                min={discount.kind === 'nights' ? 1 : 0}
                max={discount.kind === 'nights' ? 366 : 1095}
                value={discount.count}
                error={errors[`${path}/${COUNT_NAMES[discount.kind]}`]}
                onChange={(count) => change({ count })}
              />
              <NumberField
                label={t.percentOff}
                {...PERCENT}
                value={discount.percent}
                error={errors[`${path}/percent`]}
                onChange={(percent) => change({ percent })}
              />
            </div>
          )
        }}
      />
    </FoldedCard>
  )
}

/** Edits discounts for those who know a code. */
export function CodesEditor({ draft, errors, onChange }: PlanPartProps) {
  const t = useMessages(planRuleMessages)
  const { codes } = draft
  return (
    <FoldedCard
      title={t.titles.codes}
      summary={t.count(codes.length)}
      hasError={errors.codes !== undefined}
    >
      <p className={styles.soft}>{t.leads.codes}</p>
      <EntryList
        texts={t.lists.codes}
        entries={codes}
        max={CODES_MAX}
        newEntry={(key) => ({ key, code: '', percent: '', from: '', to: '' })}
        errorOf={(index) => errorOfWhole(errors, `codes/${index}`)}
        onChange={(next) => onChange({ codes: next })}
        fields={(code, change, index) => (
          <>
            <div className={styles.row}>
              <TextField
                label={t.code}
                isRequired
                value={code.code}
                error={errors[`codes/${index}/code`]}
                onChange={(text) => change({ code: text })}
              />
              <NumberField
                label={t.percentOff}
                {...PERCENT}
                value={code.percent}
                error={errors[`codes/${index}/percent`]}
                onChange={(percent) => change({ percent })}
              />
            </div>
            <div className={styles.row}>
              <TextField
                label={t.usableFrom}
                type="date"
                value={code.from}
                error={errors[`codes/${index}/from`]}
                onChange={(from) => change({ from })}
              />
              <TextField
                label={t.usableTo}
                type="date"
                value={code.to}
                error={errors[`codes/${index}/to`]}
                onChange={(to) => change({ to })}
              />
            </div>
          </>
        )}
      />
    </FoldedCard>
  )
}

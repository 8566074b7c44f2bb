import { useMessages } from '../../shared/i18n.tsx'
import styles from '../event-types/entries.module.css'
import { CheckField } from '../ui/check-field.tsx'
import { errorOfWhole } from '../ui/field-errors.ts'
import { FoldedCard } from '../ui/fold.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { DateRow } from './date-row.tsx'
import { EntryList } from './entry-list.tsx'
import { planMessages } from './plan-messages.ts'
import { planRuleMessages } from './plan-rule-messages.ts'
import type { RestrictionDraft } from './plan-rules-draft.ts'
import type { PlanPartProps } from './rate-plan-draft.ts'
import { WeekdaysField } from './weekdays-field.tsx'

const RESTRICTIONS_MAX = 200
const FLAGS = ['closedToArrival', 'closedToDeparture', 'stopSell'] as const

const newRestriction = (key: string): RestrictionDraft => ({
  key,
  from: '',
  to: '',
  weekdays: [],
  minNights: '',
  maxNights: '',
  closedToArrival: false,
  closedToDeparture: false,
  stopSell: false,
})

/** Edits which stays are possible on some dates. */
export function RestrictionsEditor({ draft, errors, onChange }: PlanPartProps) {
  const plan = useMessages(planMessages)
  const t = useMessages(planRuleMessages)
  return (
    <FoldedCard
      title={t.titles.restrictions}
      summary={t.count(draft.restrictions.length)}
      hasError={errors.restrictions !== undefined}
    >
      <p className={styles.soft}>{t.leads.restrictions}</p>
      <EntryList
        texts={t.lists.restrictions}
        entries={draft.restrictions}
        max={RESTRICTIONS_MAX}
        newEntry={newRestriction}
        errorOf={(index) => errorOfWhole(errors, `restrictions/${index}`)}
        onChange={(restrictions) => onChange({ restrictions })}
        fields={(restriction, change, index) => {
          const path = `restrictions/${index}`
          return (
            <>
              <DateRow dates={restriction} path={path} errors={errors} onChange={change} />
              <WeekdaysField
                label={plan.weekdays}
                hint={plan.everyDay}
                chosen={restriction.weekdays}
                error={errors[`${path}/weekdays`]}
                onChange={(weekdays) => change({ weekdays })}
              />
              <div className={styles.row}>
                {(['minNights', 'maxNights'] as const).map((name) => (
                  <NumberField
                    key={name}
                    label={t[name]}
                    min={1}
                    isRequired={false}
                    value={restriction[name]}
                    error={errors[`${path}/${name}`]}
                    onChange={(count) => change({ [name]: count })}
                  />
                ))}
              </div>
              {FLAGS.map((flag) => (
                <CheckField
                  key={flag}
                  isChecked={restriction[flag]}
                  onChange={(isSet) => change({ [flag]: isSet })}
                >
                  {t.flags[flag]}
                </CheckField>
              ))}
            </>
          )
        }}
      />
    </FoldedCard>
  )
}

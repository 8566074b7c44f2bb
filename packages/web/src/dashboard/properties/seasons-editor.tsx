import { useMessages } from '../../shared/i18n.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { commonMessages } from '../messages.ts'
import { errorOfWhole } from '../ui/field-errors.ts'
import form from '../ui/form-page.module.css'
import { MoneyField } from '../ui/money-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { DateRow } from './date-row.tsx'
import { EntryList } from './entry-list.tsx'
import { planMessages } from './plan-messages.ts'
import { MAX_SEASONS, newSeason, type PlanPartProps } from './rate-plan-draft.ts'
import { WeekdaysField } from './weekdays-field.tsx'

/** Edits the prices of seasons. */
export function SeasonsEditor({ draft, errors, onChange }: PlanPartProps) {
  const t = useMessages(planMessages)
  const common = useMessages(commonMessages)
  return (
    <Card className={form.card ?? ''}>
      <header className={form.cardHead}>
        <h2>{t.seasons}</h2>
        <p>{t.seasonsLead}</p>
      </header>
      <EntryList
        texts={{ one: t.season, add: t.addSeason, remove: t.removeSeason }}
        entries={draft.seasons}
        max={MAX_SEASONS}
        newEntry={newSeason}
        errorOf={(index) => errorOfWhole(errors, `nightly/${index}`)}
        onChange={(seasons) => onChange({ seasons })}
        fields={(season, change, index) => (
          <>
            <TextField
              label={common.name}
              hint={t.seasonNameHint}
              value={season.name}
              error={errors[`nightly/${index}/name`]}
              onChange={(name) => change({ name })}
            />
            <DateRow dates={season} path={`nightly/${index}`} errors={errors} onChange={change} />
            <WeekdaysField
              label={t.weekdays}
              hint={t.everyDay}
              chosen={season.weekdays}
              error={errors[`nightly/${index}/weekdays`]}
              onChange={(weekdays) => change({ weekdays })}
            />
            <MoneyField
              label={t.amount}
              amount={season.amount}
              currency={draft.currency}
              isRequired
              error={errors[`nightly/${index}/amount`]}
              onChange={(amount) => change({ amount })}
            />
          </>
        )}
      />
    </Card>
  )
}

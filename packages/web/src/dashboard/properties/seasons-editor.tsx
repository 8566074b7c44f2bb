import { useRef } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import styles from '../event-types/entries.module.css'
import { commonMessages } from '../messages.ts'
import type { FieldErrors } from '../ui/field-errors.ts'
import form from '../ui/form-page.module.css'
import { nextKey } from '../ui/keyed.ts'
import { MoneyField } from '../ui/money-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { planMessages } from './plan-messages.ts'
import { MAX_SEASONS, newSeason, type RatePlanDraft, type SeasonDraft } from './rate-plan-draft.ts'
import { WeekdaysField } from './weekdays-field.tsx'

interface SeasonsEditorProps {
  readonly draft: RatePlanDraft
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<RatePlanDraft>) => void
}

/** Edits the prices of seasons. */
export function SeasonsEditor({ draft, errors, onChange }: SeasonsEditorProps) {
  const t = useMessages(planMessages)
  const common = useMessages(commonMessages)
  const addButton = useRef<HTMLButtonElement>(null)
  const { seasons, currency } = draft
  const isFull = seasons.length >= MAX_SEASONS
  const set = (next: readonly SeasonDraft[]) => onChange({ seasons: next })
  return (
    <Card className={form.card ?? ''}>
      <header className={form.cardHead}>
        <h2>{t.seasons}</h2>
        <p>{t.seasonsLead}</p>
      </header>
      {seasons.map((season, index) => {
        const change = (part: Partial<SeasonDraft>) =>
          set(seasons.with(index, { ...season, ...part }))
        const errorOf = (field: string) => errors[`nightly/${index}/${field}`]
        return (
          <fieldset key={season.key} className={styles.entry}>
            <legend>{t.season(index + 1)}</legend>
            <TextField
              label={common.name}
              hint={t.seasonNameHint}
              value={season.name}
              error={errorOf('name')}
              onChange={(name) => change({ name })}
            />
            <div className={styles.row}>
              <TextField
                label={t.firstNight}
                type="date"
                isRequired
                value={season.from}
                error={errorOf('from')}
                onChange={(from) => change({ from })}
              />
              <TextField
                label={t.lastDay}
                type="date"
                isRequired
                value={season.to}
                error={errorOf('to')}
                onChange={(to) => change({ to })}
              />
            </div>
            <WeekdaysField
              label={t.weekdays}
              hint={t.everyDay}
              chosen={season.weekdays}
              error={errorOf('weekdays')}
              onChange={(weekdays) => change({ weekdays })}
            />
            {errors[`nightly/${index}`] && (
              <p className={styles.error}>{errors[`nightly/${index}`]}</p>
            )}
            <MoneyField
              label={t.amount}
              amount={season.amount}
              currency={currency}
              isRequired
              error={errorOf('amount')}
              onChange={(amount) => change({ amount })}
            />
            <Button
              aria-label={t.removeSeason(index + 1)}
              onClick={() => {
                set(seasons.toSpliced(index, 1))
                addButton.current?.focus()
              }}
            >
              {t.removeSeason(index + 1)}
            </Button>
          </fieldset>
        )
      })}
      <Button
        ref={addButton}
        aria-disabled={isFull}
        onClick={() => !isFull && set([...seasons, newSeason(nextKey(seasons))])}
      >
        {t.addSeason}
      </Button>
    </Card>
  )
}

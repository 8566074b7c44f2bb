import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { seriesMessages } from './messages.ts'
import styles from './series.module.css'
import { COUNT_MAX, INTERVALS, type Repeat, startsOf } from './series.ts'

interface SeriesFieldsProps {
  readonly start: string
  readonly timeZone: string
  readonly providerZone: string
  readonly repeat: Repeat
  readonly onChange: (repeat: Repeat | undefined) => void
}

/** Chooses how often a time is repeated, and shows its dates. */
export function SeriesFields(props: SeriesFieldsProps) {
  const { start, timeZone, providerZone, repeat, onChange } = props
  const { format } = useI18n()
  const t = useMessages(seriesMessages)
  const counts = Array.from({ length: COUNT_MAX - 1 }, (_, index) => index + 2)
  return (
    <div className={styles.series}>
      <div className={styles.choices}>
        <Field label={t.every}>
          {(control) => (
            <select
              {...control}
              value={repeat.intervalWeeks}
              onChange={({ target }) =>
                onChange({ ...repeat, intervalWeeks: Number(target.value) })
              }
            >
              {INTERVALS.map((weeks) => (
                <option key={weeks} value={weeks}>
                  {t.everyWeeks(weeks)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t.times}>
          {(control) => (
            <select
              {...control}
              value={repeat.count}
              onChange={({ target }) => onChange({ ...repeat, count: Number(target.value) })}
            >
              {counts.map((count) => (
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <section aria-label={t.dates}>
        <h3>{t.dates}</h3>
        <ol className={styles.dates}>
          {startsOf(start, providerZone, repeat).map((each) => (
            <li key={each}>
              {format.shortDate(each, timeZone)}, {format.time(each, timeZone)}
            </li>
          ))}
        </ol>
      </section>
      <Button kind="quiet" onClick={() => onChange(undefined)}>
        {t.once}
      </Button>
    </div>
  )
}

import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { WEEKDAYS } from '../../shared/time/weekdays.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import form from '../ui/form-page.module.css'
import { addDays, today } from '../zoned.ts'
import styles from './hours.module.css'
import { endOnNextDay, type HoursDraft, type OverrideDraft } from './hours.ts'
import { hoursMessages } from './messages.ts'
import { WindowsEditor } from './windows-editor.tsx'

interface EditorProps {
  readonly draft: HoursDraft
  readonly timeZone: string
  readonly error?: string | undefined
  readonly onChange: (change: Partial<HoursDraft>) => void
}

/** Edits the weekly hours. */
export function HoursEditor({ draft, timeZone, error, onChange }: EditorProps) {
  const t = useMessages(hoursMessages)
  const { format } = useI18n()
  const names = format.weekdays()
  const { hours } = draft
  const copyMonday = () => {
    const { monday, saturday, sunday } = hours
    onChange({
      hours: {
        monday,
        tuesday: monday,
        wednesday: monday,
        thursday: monday,
        friday: monday,
        saturday,
        sunday,
      },
    })
  }
  return (
    <Card className={form.card ?? ''}>
      <header className={form.cardHead}>
        <h2>{t.hours}</h2>
        <p>{t.hoursLead(timeZone)}</p>
      </header>
      <ul className={styles.days}>
        {WEEKDAYS.map((weekday, index) => {
          const day = names[index]?.long ?? weekday
          return (
            <li key={weekday}>
              <span className={styles.day}>{day}</span>
              <WindowsEditor
                day={day}
                windows={hours[weekday]}
                onChange={(windows) => onChange({ hours: { ...hours, [weekday]: windows } })}
                overnight={{
                  day: names[(index + 1) % names.length]?.long ?? '',
                  onEnd: (at) => onChange({ hours: endOnNextDay(hours, weekday, at) }),
                }}
              />
            </li>
          )
        })}
      </ul>
      {error && (
        <p data-field-error tabIndex={-1} className={styles.error}>
          {error}
        </p>
      )}
      <Button onClick={copyMonday}>{t.copyMonday}</Button>
    </Card>
  )
}

/** Edits the date overrides. */
export function OverridesEditor({ draft, timeZone, error, onChange }: EditorProps) {
  const t = useMessages(hoursMessages)
  const { format } = useI18n()
  const { overrides } = draft
  const replace = (key: string, change: Partial<OverrideDraft>) =>
    onChange({
      overrides: overrides.map((each) => (each.key === key ? { ...each, ...change } : each)),
    })
  const add = () => {
    const taken = new Set(overrides.map(({ date }) => date))
    let date = addDays(today(timeZone), 1)
    while (taken.has(date)) date = addDays(date, 1)
    onChange({ overrides: [...overrides, { key: `new ${date}`, date, windows: [] }] })
  }
  return (
    <Card className={form.card ?? ''}>
      <header className={form.cardHead}>
        <h2>{t.overrides}</h2>
        <p>{t.overridesLead}</p>
      </header>
      <ul className={styles.days}>
        {overrides.map(({ key, date, windows }) => {
          const day = date === '' ? t.overrideDate : format.day(date)
          return (
            <li key={key}>
              <input
                className={styles.date}
                type="date"
                required
                aria-label={t.overrideDate}
                value={date}
                onChange={(event) => replace(key, { date: event.target.value })}
              />
              <Button
                kind="quiet"
                aria-label={t.removeOverride(day)}
                onClick={() =>
                  onChange({ overrides: overrides.filter((each) => each.key !== key) })
                }
              >
                ×
              </Button>
              <WindowsEditor
                day={day}
                windows={windows}
                onChange={(next) => replace(key, { windows: next })}
              />
            </li>
          )
        })}
      </ul>
      {error && (
        <p data-field-error tabIndex={-1} className={styles.error}>
          {error}
        </p>
      )}
      <Button onClick={add}>{t.addOverride}</Button>
    </Card>
  )
}

import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { addDays, today } from '../zoned.ts'
import { type Draft, endOnNextDay, WEEKDAYS } from './draft.ts'
import styles from './event-type-page.module.css'
import { eventTypeMessages } from './messages.ts'
import { WindowsEditor } from './windows-editor.tsx'

interface EditorProps {
  readonly draft: Draft
  readonly timeZone: string
  readonly onChange: (change: Partial<Draft>) => void
}

/** Edits the weekly hours. */
export function HoursEditor({ draft, timeZone, onChange }: EditorProps) {
  const t = useMessages(eventTypeMessages)
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
    <Card className={styles.card ?? ''}>
      <header className={styles.cardHead}>
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
      <Button onClick={copyMonday}>{t.copyMonday}</Button>
    </Card>
  )
}

/** Edits the date overrides. */
export function OverridesEditor({ draft, timeZone, onChange }: EditorProps) {
  const t = useMessages(eventTypeMessages)
  const { format } = useI18n()
  const { overrides } = draft
  const replace = (key: string, change: Partial<Draft['overrides'][number]>) =>
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
    <Card className={styles.card ?? ''}>
      <header className={styles.cardHead}>
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
              <WindowsEditor
                day={day}
                windows={windows}
                onChange={(next) => replace(key, { windows: next })}
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
            </li>
          )
        })}
      </ul>
      <Button onClick={add}>{t.addOverride}</Button>
    </Card>
  )
}

import { useI18n, useMessages } from '../i18n.tsx'
import { sharedMessages } from '../messages.ts'
import { FIRST_WEEKDAYS, HOUR_CYCLES, type HourCycle } from '../preferences.ts'

/** Select the hour cycle of all times and the first day of all weeks. */
export function TimeSelects() {
  const { format, preferences, setPreferences } = useI18n()
  const t = useMessages(sharedMessages)
  const weekdays = format.weekdays()
  const { hourCycle, firstWeekday } = preferences
  return (
    <>
      <select
        aria-label={t.hourCycle}
        value={hourCycle}
        onChange={(event) =>
          setPreferences({ ...preferences, hourCycle: event.target.value as HourCycle })
        }
      >
        {HOUR_CYCLES.map((each) => (
          <option key={each} value={each}>
            {t.hourCycles[each]}
          </option>
        ))}
      </select>
      <select
        aria-label={t.firstWeekday}
        value={firstWeekday}
        onChange={(event) =>
          setPreferences({ ...preferences, firstWeekday: Number(event.target.value) })
        }
      >
        {[...new Set([...FIRST_WEEKDAYS, firstWeekday])].map((each) => (
          <option key={each} value={each}>
            {weekdays[each]?.long}
          </option>
        ))}
      </select>
    </>
  )
}

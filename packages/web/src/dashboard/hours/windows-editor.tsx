import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TimeInput } from '../ui/time-input.tsx'
import styles from './hours.module.css'
import { endsBeforeStart, type TimeWindow } from './hours.ts'
import { hoursMessages } from './messages.ts'

// The input has no 24:00, so an end of 00:00 stands for it.
const toInput = (end: string): string => (end === '24:00' ? '00:00' : end)
const fromInput = (end: string): string => (end === '00:00' ? '24:00' : end)

/** A one-hour window that starts an hour after the last one, or at 22:00 at the latest. */
function nextWindow(windows: readonly TimeWindow[]): TimeWindow {
  const last = windows.at(-1)?.end ?? '08:00'
  const hour = Math.min(22, Number(last.slice(0, 2)) + 1)
  const text = (value: number) => `${String(value).padStart(2, '0')}:00`
  return { start: text(hour), end: text(hour + 1) }
}

interface WindowsEditorProps {
  /** The name of the day, for labels. */
  readonly day: string
  readonly windows: readonly TimeWindow[]
  readonly onChange: (windows: readonly TimeWindow[]) => void
  /** How to end the window at `index` on the next day; undefined where the days are unrelated dates. */
  readonly overnight?: { readonly day: string; readonly onEnd: (index: number) => void }
  /** What no window means. Default: closed. */
  readonly whenEmpty?: string
  /** Whether an end before the start is on the next day. Default: false. */
  readonly mayEndNextDay?: boolean
}

/** Edits the hours of one day: any number of windows. */
export function WindowsEditor(props: WindowsEditorProps) {
  const { day, windows, onChange, overnight, whenEmpty, mayEndNextDay = false } = props
  const t = useMessages(hoursMessages)
  const { format } = useI18n()
  const shown = (time: string) => (time === '' ? '' : format.wallTime(time))
  const replace = (index: number, change: Partial<TimeWindow>) =>
    onChange(windows.map((each, at) => (at === index ? { ...each, ...change } : each)))
  const rows = windows.map((window, index) => ({ window, index, key: `${index}` }))
  return (
    <div className={styles.windows}>
      {windows.length === 0 && <span className={styles.closed}>{whenEmpty ?? t.closed}</span>}
      {rows.map(({ window, index, key }) => (
        <div key={key} className={styles.window}>
          <TimeInput
            isRequired
            aria-label={t.startOf(day)}
            value={window.start}
            onChange={(start) => replace(index, { start })}
          />
          <span aria-hidden="true">–</span>
          <TimeInput
            isRequired
            aria-label={t.endOf(day)}
            value={toInput(window.end)}
            onChange={(end) => replace(index, { end: fromInput(end) })}
          />
          <Button
            kind="quiet"
            aria-label={t.removeHours(day, shown(window.start))}
            onClick={() => onChange(windows.filter((_, at) => at !== index))}
          >
            ×
          </Button>
          {!mayEndNextDay && endsBeforeStart(window) && (
            <p className={styles.overnight} role="alert">
              {t.endsBeforeStart(shown(window.start), shown(window.end))}{' '}
              {overnight ? (
                <Button onClick={() => overnight.onEnd(index)}>
                  {t.endOnNextDay(overnight.day, shown(window.end))}
                </Button>
              ) : (
                t.addNextDate
              )}
            </p>
          )}
        </div>
      ))}
      <Button
        kind="quiet"
        aria-label={t.addHours(day)}
        onClick={() => onChange([...windows, nextWindow(windows)])}
      >
        +
      </Button>
    </div>
  )
}

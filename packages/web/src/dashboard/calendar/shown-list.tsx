import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { Booking } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { useNames } from '../use-names.ts'
import { startOfDate, wallTimeOf } from '../zoned.ts'
import type { Range } from './calendar-queries.ts'
import { listMessages } from './list-messages.ts'
import styles from './shown-list.module.css'
import { csvOf, type ShownRow, shownRows } from './shown-rows.ts'

interface ShownListProps {
  /** Names the shown time. */
  readonly title: string
  readonly bookings: readonly Booking[]
  readonly range: Range
  readonly timeZone: string
}

/** Saves a text as a file of the reader. */
function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Prints the shown bookings as a list by day, or saves them as a CSV file. */
export function ShownList({ title, bookings, range, timeZone }: ShownListProps) {
  const t = useMessages(listMessages)
  const common = useMessages(commonMessages)
  const names = useNames()
  const [printed, setPrinted] = useState<readonly ShownRow[]>()
  const rows = () => shownRows(bookings, range, timeZone, names)
  const print = () => {
    // The list is there only while it is printed.
    flushSync(() => setPrinted(rows()))
    window.print()
    setPrinted(undefined)
  }
  const save = () => {
    const lines = rows().map(({ id, status, ...row }) => [
      row.date,
      row.start,
      row.end,
      row.name,
      row.phone,
      row.email,
      row.service,
      row.providers,
      common.statuses[status],
      id,
    ])
    const from = wallTimeOf(range.from, timeZone).slice(0, 10)
    saveFile(`${t.file}-${from}.csv`, csvOf([t.columns, ...lines]))
  }
  return (
    <div className={styles.actions}>
      <Button kind="quiet" onClick={print}>
        {t.print}
      </Button>
      <Button kind="quiet" onClick={save}>
        {t.save}
      </Button>
      {printed &&
        createPortal(<Paper title={title} rows={printed} timeZone={timeZone} />, document.body)}
    </div>
  )
}

interface PaperProps extends Pick<ShownListProps, 'title' | 'timeZone'> {
  readonly rows: readonly ShownRow[]
}

/** The list on paper: a table for each day. */
function Paper({ title, rows, timeZone }: PaperProps) {
  const t = useMessages(listMessages)
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  return (
    <div className={styles.paper}>
      <h1>{title}</h1>
      <p>{common.zone(timeZone)}</p>
      {rows.length === 0 && <p>{t.none}</p>}
      {[...Map.groupBy(rows, ({ date }) => date)].map(([date, ofDay]) => (
        <table key={date}>
          <caption>{format.shortDate(startOfDate(date, timeZone), timeZone)}</caption>
          <tbody>
            {ofDay.map((row) => (
              <tr key={row.id}>
                <td className={styles.time}>
                  {format.wallTime(row.start)} – {format.wallTime(row.end)}
                </td>
                <td dir="auto">{row.name}</td>
                <td>{row.phone}</td>
                <td dir="auto">{row.service}</td>
                <td dir="auto">{row.providers}</td>
                <td>{row.status === 'confirmed' ? '' : common.statuses[row.status]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}

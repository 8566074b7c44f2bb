import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { isProblem } from '../api.ts'
import styles from './booking-dialog.module.css'
import { deskMessages } from './desk-messages.ts'
import { nearestOf } from './reschedule-errors.ts'

interface NearestTimesProps {
  /** Why a time was refused. */
  readonly error: unknown
  readonly timeZone: string
  readonly onChoose: (start: string) => void
  /** Books or moves outside the rules. Shown if no claim of others is in the way. */
  readonly onAnyway: () => void
  readonly anyway: string
}

/** The ways on after a time was refused: the nearest available times, or outside the rules. */
export function NearestTimes({ error, timeZone, onChoose, onAnyway, anyway }: NearestTimesProps) {
  const t = useMessages(deskMessages)
  const { format } = useI18n()
  if (!isProblem(error, 'slot_not_bookable')) return null
  const { starts, canOverride } = nearestOf(error)
  return (
    <fieldset className={styles.group}>
      <legend>{t.instead}</legend>
      <div className={styles.times}>
        {starts.map((start) => (
          <button key={start} type="button" onClick={() => onChoose(start)}>
            {format.shortDate(start, timeZone)}, {format.time(start, timeZone)}
          </button>
        ))}
      </div>
      {canOverride && (
        <Button kind="quiet" onClick={onAnyway}>
          {anyway}
        </Button>
      )}
    </fieldset>
  )
}

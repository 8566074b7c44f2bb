import { useId } from 'react'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import { Button } from '../shared/ui/button.tsx'
import { cancelRule, type Deadlines, moveRule, type Rule } from './change-rules.ts'
import { manageMessages } from './messages.ts'

interface ChangeActionsProps {
  readonly booking: Deadlines
  readonly timeZone: string
  /** What the buttons say. Default: that they are about one booking. */
  readonly labels?: { readonly move: string; readonly cancel: string }
  /** Whether to move the booking is the first action of the page. */
  readonly isFirst: boolean
  readonly onMove: () => void
  readonly onCancel: () => void
}

/** The buttons to move and to cancel, each with its deadline, or disabled with the reason. */
export function ChangeActions(props: ChangeActionsProps) {
  const { booking, timeZone, isFirst, onMove, onCancel, labels } = props
  const { format } = useI18n()
  const t = useMessages(manageMessages)
  const id = useId()
  const now = new Date().toISOString()
  const [move, cancel] = [moveRule(booking, now), cancelRule(booking, now)]
  const when = (instant: string) =>
    `${format.shortDate(instant, timeZone)}, ${format.time(instant, timeZone)}`
  const moveText = {
    open: '',
    until: t.moveUntil(when(booking.rescheduleUntil)),
    over: t.moveClosed,
    used: t.movesUsed,
  }[move]
  const cancelText = {
    open: '',
    until: t.cancelUntil(when(booking.cancelUntil)),
    over: t.cancelClosed,
    used: '',
  }[cancel]
  const left = booking.reschedulesLeft
  const mayMove = isOpen(move)
  const notes = [moveText, mayMove && left !== null ? t.movesLeft(left) : '', cancelText]
  return (
    <>
      <Button
        kind={isFirst ? 'primary' : 'secondary'}
        disabled={!mayMove}
        aria-describedby={`${id}-0`}
        onClick={onMove}
      >
        {labels?.move ?? t.move}
      </Button>
      <Button
        kind="danger"
        disabled={!isOpen(cancel)}
        aria-describedby={`${id}-2`}
        onClick={onCancel}
      >
        {labels?.cancel ?? t.cancel}
      </Button>
      {notes.some((note) => note !== '') && (
        <div className={styles.rules}>
          {notes.map((note, index) =>
            note === '' ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: each note has its place
              <p key={index} id={`${id}-${index}`}>
                {note}
              </p>
            ),
          )}
        </div>
      )}
    </>
  )
}

const isOpen = (rule: Rule): boolean => rule === 'open' || rule === 'until'

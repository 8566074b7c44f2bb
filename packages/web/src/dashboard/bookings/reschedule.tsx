import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { Booking } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { Actions } from '../ui/modal.tsx'
import { dateOf } from '../zoned.ts'
import { useMove } from './booking-changes.ts'
import { groupMessages } from './group-messages.ts'
import { bookingMessages } from './messages.ts'
import { useMoveGroup } from './move-group.ts'
import { type ChosenStart, StartPicker } from './start-picker.tsx'
import { useVisit } from './visit-parts.tsx'

interface RescheduleProps {
  readonly booking: Booking
  readonly timeZone: string
  readonly onBack: () => void
  readonly onDone: () => void
}

/** Moves a booking to another available time; the keyboard's alternative to dragging. */
export function Reschedule({ booking, timeZone, onBack, onDone }: RescheduleProps) {
  const t = useMessages(bookingMessages)
  const common = useMessages(commonMessages)
  const group = useMessages(groupMessages)
  const move = useMove()
  const moveGroup = useMoveGroup()
  const visit = useVisit(booking)
  const [date, setDate] = useState(dateOf(booking.start, timeZone))
  const [chosen, setChosen] = useState<ChosenStart>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (how: typeof move | typeof moveGroup) => {
    if (chosen === undefined) return
    setBusy(true)
    if (await how(booking, chosen.start, timeZone, chosen)) onDone()
    else setBusy(false)
  }
  return (
    <>
      <StartPicker
        of={{ ...booking, moving: booking }}
        date={date}
        chosen={chosen}
        timeZone={timeZone}
        onDate={setDate}
        onChoose={setChosen}
      />
      {visit ? (
        <p>{group.visitHint(visit.bookings.length)}</p>
      ) : (
        booking.groupId !== null && <p>{group.moveAllHint}</p>
      )}
      <Actions>
        <Button onClick={onBack}>{common.back}</Button>
        {booking.groupId !== null && (
          <Button
            kind={visit ? 'primary' : 'secondary'}
            isBusy={isBusy}
            aria-disabled={chosen === undefined}
            onClick={() => void submit(moveGroup)}
          >
            {visit ? group.moveVisit : group.moveAll}
          </Button>
        )}
        {!visit && (
          <Button
            kind="primary"
            isBusy={isBusy}
            aria-disabled={chosen === undefined}
            onClick={() => void submit(move)}
          >
            {t.move}
          </Button>
        )}
      </Actions>
    </>
  )
}

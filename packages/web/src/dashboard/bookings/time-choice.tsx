import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { today } from '../zoned.ts'
import { bookingMessages } from './messages.ts'
import { SoonestTimes } from './soonest-times.tsx'
import { type ChosenStart, StartPicker, type StartsOf } from './start-picker.tsx'

interface TimeChoiceProps {
  readonly of: StartsOf & { readonly eventTypeId: string }
  readonly timeZone: string
  readonly chosen: ChosenStart | undefined
  readonly onChoose: (chosen: ChosenStart | undefined) => void
}

/** Offers the next times, or those of another day. */
export function TimeChoice({ of, timeZone, chosen, onChoose }: TimeChoiceProps) {
  const t = useMessages(bookingMessages)
  const [date, setDate] = useState(() => today(timeZone))
  const [isOtherDay, setOtherDay] = useState(false)
  if (isOtherDay) {
    return (
      <StartPicker
        of={of}
        date={date}
        chosen={chosen}
        timeZone={timeZone}
        onDate={setDate}
        onChoose={onChoose}
      />
    )
  }
  return (
    <>
      <SoonestTimes
        of={of}
        timeZone={timeZone}
        start={chosen?.start}
        onStart={(start) => onChoose({ start, isOverride: false })}
      />
      <Button kind="quiet" onClick={() => setOtherDay(true)}>
        {t.otherTime}
      </Button>
    </>
  )
}

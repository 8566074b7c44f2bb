import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { today } from '../zoned.ts'
import { KeptTimes } from './kept-times.tsx'
import { bookingMessages } from './messages.ts'
import { SoonestTimes } from './soonest-times.tsx'
import { type ChosenStart, StartPicker, type StartsOf } from './start-picker.tsx'

/** How many days are looked at for times that are kept from bookers, with the next times. */
const KEPT_DAYS = 3

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
  const kept = { of, timeZone, chosen, onChoose }
  if (isOtherDay) {
    return (
      <>
        <StartPicker
          of={of}
          date={date}
          chosen={chosen}
          timeZone={timeZone}
          onDate={setDate}
          onChoose={onChoose}
        />
        <KeptTimes {...kept} date={date} days={1} />
      </>
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
      <KeptTimes {...kept} date={date} days={KEPT_DAYS} />
      <Button kind="quiet" onClick={() => setOtherDay(true)}>
        {t.otherTime}
      </Button>
    </>
  )
}

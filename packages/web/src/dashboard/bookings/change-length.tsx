import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { catalog } from '../../shared/language.ts'
import { answersOf } from '../../shared/slots/deciding-answers.ts'
import { optionsIn } from '../../shared/slots/options-in.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Choices } from '../../shared/ui/choices.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { type Booking, type EventType, isProblem } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { Failure } from '../ui/failure.tsx'
import { Actions } from '../ui/modal.tsx'
import { bookingMessages } from './messages.ts'
import { nearestOf, reasonsOf } from './reschedule-errors.ts'
import { useChangeInPlace } from './use-change-in-place.ts'

/** The texts of the change of a booking's duration. */
export const lengthMessages = catalog({
  en: {
    open: 'Change duration',
    label: 'New duration',
    hint: 'The start and the price stay as they are. The booker is told.',
    changed: (duration: string) => `Duration changed to ${duration}`,
    unchanged: 'Duration not changed',
    taken: 'The added time is already taken by another booking, hold or block.',
    wayOn: 'Choose another duration, or move the booking to a time with more room.',
    anyway: 'Change anyway',
  },
  de: {
    open: 'Dauer ändern',
    label: 'Neue Dauer',
    hint: 'Beginn und Preis bleiben, wie sie sind. Der Kunde wird benachrichtigt.',
    changed: (duration: string) => `Dauer geändert auf ${duration}`,
    unchanged: 'Dauer nicht geändert',
    taken:
      'Die zusätzliche Zeit ist schon durch eine andere Buchung, Reservierung oder Sperre belegt.',
    wayOn:
      'Wählen Sie eine andere Dauer, oder verschieben Sie die Buchung auf eine Zeit mit mehr Platz.',
    anyway: 'Trotzdem ändern',
  },
})

/** The durations that a booking can have instead of its own, with what its answers add; empty if it has none of its own. */
export function otherLengths(booking: Booking, eventType: EventType | undefined) {
  if (booking.grain !== 'time' || eventType === undefined || eventType.seats !== null) return []
  const { durationMinutes } = booking.policy
  const { addMinutes } = answersOf(eventType, optionsIn(booking.answers))
  return (eventType.durationOptionsMinutes ?? [])
    .map((each) => each + addMinutes)
    .filter((each) => each !== durationMinutes)
}

interface ChangeLengthProps {
  readonly booking: Booking
  readonly lengths: readonly number[]
  readonly onBack: () => void
  readonly onMove: (() => void) | undefined
  readonly onDone: () => void
}

/** Makes a booking longer or shorter, with its start kept. */
export function ChangeLength({ booking, lengths, onBack, onMove, onDone }: ChangeLengthProps) {
  const t = useMessages(lengthMessages)
  const { format } = useI18n()
  const [chosen, setChosen] = useState<number>()
  const { isBusy, error, clear, ...change } = useChangeInPlace(booking, onDone)
  const submit = (override: boolean) =>
    chosen !== undefined &&
    void change.submit({ durationMinutes: chosen }, override, t.changed(format.minutes(chosen)))
  return (
    <>
      <Choices
        label={t.label}
        hint={t.hint}
        name="length"
        isCompact={true}
        isDisabled={isBusy}
        choices={lengths.map((minutes) => ({
          value: String(minutes),
          label: format.minutes(minutes),
        }))}
        chosen={chosen === undefined ? [] : [String(chosen)]}
        onChange={([minutes]) => {
          setChosen(Number(minutes))
          clear()
        }}
      />
      <ChangeActions
        texts={t}
        error={error}
        isBusy={isBusy}
        isChosen={chosen !== undefined}
        onBack={onBack}
        onMove={onMove}
        onSubmit={submit}
      />
    </>
  )
}

interface ChangeActionsProps extends Pick<ChangeLengthProps, 'onBack' | 'onMove'> {
  readonly texts: Pick<(typeof lengthMessages)['en'], 'open'> & RefusalProps['texts']
  /** Undefined: nothing was refused. */
  readonly error: unknown
  readonly isBusy: boolean
  readonly isChosen: boolean
  readonly onSubmit: (override: boolean) => void
}

/** The end of a dialog that changes a booking in place: why that was refused, and the buttons. */
export function ChangeActions({ texts, error, isBusy, isChosen, ...on }: ChangeActionsProps) {
  const common = useMessages(commonMessages)
  return (
    <>
      {error !== undefined && (
        <Refusal
          texts={texts}
          error={error}
          onMove={on.onMove}
          onAnyway={() => on.onSubmit(true)}
        />
      )}
      <Actions>
        <Button onClick={on.onBack}>{common.back}</Button>
        <Button
          kind="primary"
          isBusy={isBusy}
          aria-disabled={!isChosen}
          onClick={() => on.onSubmit(false)}
        >
          {texts.open}
        </Button>
      </Actions>
    </>
  )
}

interface RefusalProps extends Pick<ChangeLengthProps, 'onMove'> {
  readonly texts: Pick<(typeof lengthMessages)['en'], 'unchanged' | 'taken' | 'wayOn' | 'anyway'>
  readonly error: unknown
  readonly onAnyway: () => void
}

/** Why a change in place was refused, and the ways on. */
function Refusal({ texts: t, error, onMove, onAnyway }: RefusalProps) {
  const texts = useMessages(bookingMessages)
  const isTaken = isProblem(error, 'slot_taken')
  if (!isTaken && !isProblem(error, 'slot_not_bookable')) return <Failure error={error} />
  const reasons = reasonsOf(error).map(({ code }) => texts.reasons[code] ?? code)
  return (
    <Notice tone="danger" title={t.unchanged}>
      <p>
        {isTaken ? t.taken : reasons.join(' ')} {onMove && t.wayOn}
      </p>
      {onMove && <Button onClick={onMove}>{texts.reschedule}</Button>}
      {nearestOf(error).canOverride && <Button onClick={onAnyway}>{t.anyway}</Button>}
    </Notice>
  )
}

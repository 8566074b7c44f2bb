import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { decides } from '../../shared/slots/deciding-answers.ts'
import { Field } from '../../shared/ui/field.tsx'
import { api, ifMatch, type OneBooking, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidateBookings } from '../queries.ts'
import { fieldErrors } from '../ui/field-errors.ts'
import { FormEnd } from '../ui/form-end.tsx'
import { useInputMessage } from '../ui/input-errors.ts'
import { useToast } from '../ui/toasts.tsx'
import { useNames } from '../use-names.ts'
import { AnswerFields } from './answer-fields.tsx'
import {
  type AnswerDrafts,
  answerDraftsOf,
  answersPatchOf,
  guestLines,
  guestsOf,
  type MetadataRow,
  metadataPatchOf,
  metadataRows,
  type PlaceDraft,
  placeDraftOf,
  placeOf,
  type Question,
} from './field-draft.ts'
import { fieldMessages } from './field-messages.ts'
import { GuestsField } from './guests-field.tsx'
import { MetadataFields } from './metadata-fields.tsx'
import { PlaceFields } from './place-fields.tsx'

interface EditFormProps {
  readonly booking: OneBooking
  readonly onBack: () => void
  readonly onDone: () => void
}

interface Edited {
  readonly place: PlaceDraft
  readonly phone: string
  readonly guests: string
  readonly answers: AnswerDrafts
  readonly metadata: readonly MetadataRow[]
}

const allAnswers = ({ answers, privateAnswers }: OneBooking) => ({ ...answers, ...privateAnswers })

const editedOf = (booking: OneBooking, questions: readonly Question[]): Edited => ({
  place: placeDraftOf(booking.location),
  phone: booking.booker?.phone ?? '',
  guests: guestLines(booking.guests),
  answers: answerDraftsOf(questions, allAnswers(booking)),
  metadata: metadataRows(booking.metadata),
})

/** What an edit changes. Unchanged parts are left out: a link that was made stays. */
function patchOf(booking: OneBooking, questions: readonly Question[], edited: Edited) {
  const before = editedOf(booking, questions)
  const isChanged = (name: keyof Edited) =>
    JSON.stringify(edited[name]) !== JSON.stringify(before[name])
  return {
    ...(isChanged('place') && { location: placeOf(edited.place) }),
    ...(isChanged('phone') && { booker: { phone: edited.phone.trim() || null } }),
    ...(isChanged('guests') && { guests: guestsOf(edited.guests) }),
    ...(isChanged('answers') && {
      answers: answersPatchOf(questions, allAnswers(booking), edited.answers),
    }),
    ...(isChanged('metadata') && { metadata: metadataPatchOf(booking.metadata, edited.metadata) }),
  }
}

/** Edits the location, phone, guests, answers and metadata of a booking. */
export function EditForm({ booking, onBack, onDone }: EditFormProps) {
  const t = useMessages(fieldMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const inputMessage = useInputMessage()
  const names = useNames()
  // Answers that decide stay as they were given.
  const questions = (names.eventType(booking.eventTypeId)?.questions ?? []).filter(
    (question) => !decides(question),
  )
  const [edited, setEdited] = useState(() => editedOf(booking, questions))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const errors = fieldErrors(error, inputMessage)
  const set = (part: Partial<Edited>) => setEdited({ ...edited, ...part })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const params = { path: { id: booking.id }, header: ifMatch(booking) }
      const body = patchOf(booking, questions, edited)
      await unwrap(api.PATCH('/v1/bookings/{id}', { params, body }))
      toast({ title: t.saved })
      await invalidateBookings(client)
      onDone()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <PlaceFields place={edited.place} errors={errors} onChange={(place) => set({ place })} />
      {booking.booker && (
        <Field label={t.bookerPhone} hint={t.phoneHint} error={errors['booker/phone']}>
          {(control) => (
            <input
              {...control}
              type="tel"
              value={edited.phone}
              onChange={(event) => set({ phone: event.target.value })}
            />
          )}
        </Field>
      )}
      <GuestsField
        lines={edited.guests}
        error={errors.guests}
        onChange={(guests) => set({ guests })}
      />
      <AnswerFields
        questions={questions}
        answers={edited.answers}
        isOptional
        errors={errors}
        onChange={(answers) => set({ answers })}
      />
      <MetadataFields
        rows={edited.metadata}
        error={errors.metadata}
        onChange={(metadata) => set({ metadata })}
      />
      <FormEnd
        label={common.save}
        closeLabel={common.back}
        isBusy={isBusy}
        error={error}
        onClose={onBack}
      />
    </form>
  )
}

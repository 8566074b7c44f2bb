import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { useAccess } from '../access.ts'
import { api, type Booking, type EventType, ifMatch, unwrap } from '../api.ts'
import { eventTypeMessages } from '../event-types/messages.ts'
import { commonMessages } from '../messages.ts'
import { eventTypesQuery, invalidateBookings } from '../queries.ts'
import { navigate } from '../router.tsx'
import { CheckField } from '../ui/check-field.tsx'
import { Failure } from '../ui/failure.tsx'
import { fieldErrors } from '../ui/field-errors.ts'
import { useInputMessage } from '../ui/input-errors.ts'
import { Actions, Modal } from '../ui/modal.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useNames } from '../use-names.ts'
import { localZone, today } from '../zoned.ts'
import { DurationField, ExtrasFields, SeatsField } from './extras-fields.tsx'
import { bookingMessages } from './messages.ts'
import {
  bookingBodyOf,
  type CallerDraft,
  type ExtrasDraft,
  newExtras,
} from './new-booking-draft.ts'
import { SoonestTimes } from './soonest-times.tsx'
import { type ChosenStart, StartPicker, type StartsOf } from './start-picker.tsx'

/** Books for the caller. A hold or a request is confirmed at once: the provider has agreed on the phone. */
async function bookFor(
  eventType: EventType,
  { start, isOverride }: ChosenStart,
  caller: CallerDraft,
  extras: ExtrasDraft,
): Promise<void> {
  const body = {
    ...bookingBodyOf(eventType, caller, extras),
    start,
    ...(isOverride && { override: true }),
  }
  let booking = (await unwrap(api.POST('/v1/bookings', { body }))) as Booking
  // The first confirmation of a paid request approves it; the second confirms it without its payment.
  for (let count = 0; count < 2 && booking.status === 'pending'; count += 1) {
    const params = { path: { id: booking.id }, header: ifMatch(booking) }
    const confirmed = api.POST('/v1/bookings/{id}/confirm', { params, body: {} })
    booking = (await unwrap(confirmed)) as Booking
  }
}

interface NewBookingDialogProps {
  readonly onClose: () => void
}

/** Books for a caller on the phone. */
export function NewBookingDialog({ onClose }: NewBookingDialogProps) {
  const t = useMessages(bookingMessages)
  const eventTypes = useQuery(eventTypesQuery)
  return (
    <Modal title={t.newBooking} lead={<p>{t.newBookingLead}</p>} onClose={onClose}>
      <QueryView query={eventTypes}>
        {(all) => {
          const active = all.filter(({ status }) => status === 'active')
          const [first] = active
          return first === undefined ? (
            <NoEventTypes onClose={onClose} />
          ) : (
            <NewBookingForm eventTypes={active} first={first} onClose={onClose} />
          )
        }}
      </QueryView>
    </Modal>
  )
}

function NoEventTypes({ onClose }: NewBookingDialogProps) {
  const t = useMessages(bookingMessages)
  const { add } = useMessages(eventTypeMessages)
  const access = useAccess()
  const create = () => {
    onClose()
    navigate('/event-types/new')
  }
  return (
    <>
      <p>{t.noEventTypes}</p>
      {access.can('settings') && (
        <Actions>
          <Button kind="primary" onClick={create}>
            {add}
          </Button>
        </Actions>
      )}
    </>
  )
}

interface NewBookingFormProps extends NewBookingDialogProps {
  readonly eventTypes: readonly EventType[]
  /** The event type that is chosen at first. */
  readonly first: EventType
}

function NewBookingForm({ eventTypes, first, onClose }: NewBookingFormProps) {
  const t = useMessages(bookingMessages)
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  const names = useNames()
  const client = useQueryClient()
  const toast = useToast()
  const inputMessage = useInputMessage()
  const [eventType, setEventType] = useState(first)
  const [extras, setExtras] = useState(() => newExtras(first))
  const { id, providerId } = eventType
  const { durationMinutes } = extras
  const timeZone = names.provider(providerId)?.timeZone ?? localZone()
  const [chosen, setChosen] = useState<ChosenStart>()
  const [caller, setCaller] = useState<CallerDraft>({
    name: '',
    email: '',
    phone: '',
    isAnonymous: false,
    note: '',
  })
  const [isBusy, setBusy] = useState(false)
  const [hint, setHint] = useState<string>()
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    setHint(chosen === undefined ? t.chooseTime : undefined)
    if (chosen === undefined) return
    const { start } = chosen
    setBusy(true)
    try {
      await bookFor(eventType, chosen, caller, extras)
      await invalidateBookings(client)
      const when = `${format.shortDate(start, timeZone)}, ${format.time(start, timeZone)}`
      toast({ title: t.booked(when) })
      onClose()
    } catch (caught) {
      setError(caught)
      setBusy(false)
      await invalidateBookings(client)
    }
  }
  // The default duration need not be named.
  const chosenMinutes = durationMinutes === eventType.durationMinutes ? undefined : durationMinutes
  const nameOf = ({ title, providerId: of }: EventType) =>
    [title, names.provider(of)?.name].filter(Boolean).join(' · ')
  return (
    <form onSubmit={(event) => void submit(event)}>
      <SelectField
        label={t.service}
        value={id}
        onChange={(next) => {
          const other = eventTypes.find((each) => each.id === next) ?? first
          setEventType(other)
          setExtras(newExtras(other))
          setChosen(undefined)
        }}
        options={eventTypes.map((each) => ({ value: each.id, label: nameOf(each) }))}
      />
      <DurationField
        eventType={eventType}
        durationMinutes={durationMinutes}
        onChange={(minutes) => {
          setExtras({ ...extras, durationMinutes: minutes })
          setChosen(undefined)
        }}
      />
      <SeatsField
        eventType={eventType}
        seats={extras.seats}
        onChange={(seats) => {
          setExtras({ ...extras, seats })
          setChosen(undefined)
        }}
      />
      <TimeChoice
        key={`${id} ${durationMinutes} ${extras.seats}`}
        of={{ eventTypeId: id, providerId, durationMinutes: chosenMinutes, seats: extras.seats }}
        timeZone={timeZone}
        chosen={chosen}
        onChoose={setChosen}
      />
      <CallerFields caller={caller} onChange={setCaller} />
      <ExtrasFields
        key={id}
        eventType={eventType}
        extras={extras}
        isOverride={chosen?.isOverride ?? false}
        errors={fieldErrors(error, inputMessage)}
        onChange={(part) => setExtras({ ...extras, ...part })}
      />
      <CallerField name="note" label={t.noteOptional} caller={caller} onChange={setCaller} />
      {hint && <p role="alert">{hint}</p>}
      {error !== undefined && <Failure error={error} />}
      <Actions>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {t.book}
        </Button>
      </Actions>
    </form>
  )
}

interface TimeChoiceProps {
  readonly of: StartsOf & { readonly eventTypeId: string }
  readonly timeZone: string
  readonly chosen: ChosenStart | undefined
  readonly onChoose: (chosen: ChosenStart | undefined) => void
}

/** Offers the next times, or those of another day. */
function TimeChoice({ of, timeZone, chosen, onChoose }: TimeChoiceProps) {
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
        eventTypeId={of.eventTypeId}
        durationMinutes={of.durationMinutes}
        seats={of.seats}
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

/** Who is booked: a person, or nobody who is named. */
function CallerFields(props: Omit<CallerFieldProps, 'name' | 'label'>) {
  const t = useMessages(bookingMessages)
  const { caller, onChange } = props
  return (
    <>
      {!caller.isAnonymous && (
        <>
          <CallerField {...props} name="name" label={t.bookerName} />
          <CallerField {...props} name="email" label={t.bookerEmail} hint={t.bookerEmailHint} />
          <CallerField {...props} name="phone" label={t.callerPhone} />
        </>
      )}
      <CheckField
        isChecked={caller.isAnonymous}
        onChange={(isAnonymous) => onChange({ ...caller, isAnonymous })}
      >
        {t.anonymous}
      </CheckField>
    </>
  )
}

interface CallerFieldProps {
  readonly name: 'name' | 'email' | 'phone' | 'note'
  readonly hint?: string
  readonly label: string
  readonly caller: CallerDraft
  readonly onChange: (caller: CallerDraft) => void
}

const TYPES = { name: 'text', email: 'email', phone: 'tel', note: 'text' } as const

const CallerField = ({ name, label, hint, caller, onChange }: CallerFieldProps) => (
  <Field label={label} {...(hint !== undefined && { hint })}>
    {(control) => (
      <input
        {...control}
        type={TYPES[name]}
        dir="auto"
        autoComplete="off"
        required={name === 'name'}
        value={caller[name]}
        onChange={(event) => onChange({ ...caller, [name]: event.target.value })}
      />
    )}
  </Field>
)

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
import { Failure } from '../ui/failure.tsx'
import { Actions, Modal } from '../ui/modal.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useNames } from '../use-names.ts'
import { localZone, today } from '../zoned.ts'
import { bookingMessages } from './messages.ts'
import { SoonestTimes } from './soonest-times.tsx'
import { type ChosenStart, StartPicker } from './start-picker.tsx'

interface Caller {
  readonly name: string
  readonly email: string
  readonly note: string
}

/** Books for the caller. A hold or a request is confirmed at once: the provider has agreed on the phone. */
async function bookFor(
  eventType: EventType,
  { start, isOverride }: ChosenStart,
  { name, email, note }: Caller,
): Promise<void> {
  const text = note.trim()
  const body = {
    eventTypeId: eventType.id,
    start,
    booker: { name: name.trim(), email: email.trim() },
    ...(isOverride && { override: true }),
    ...(text !== '' && { note: text }),
  }
  const booking = (await unwrap(api.POST('/v1/bookings', { body }))) as Booking
  if (booking.status !== 'pending') return
  const params = { path: { id: booking.id }, header: ifMatch(booking) }
  await unwrap(api.POST('/v1/bookings/{id}/confirm', { params, body: {} }))
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
          return active.length === 0 ? (
            <NoEventTypes onClose={onClose} />
          ) : (
            <NewBookingForm eventTypes={active} onClose={onClose} />
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
}

function NewBookingForm({ eventTypes, onClose }: NewBookingFormProps) {
  const t = useMessages(bookingMessages)
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  const names = useNames()
  const client = useQueryClient()
  const toast = useToast()
  const [id, setId] = useState(eventTypes[0]?.id ?? '')
  const eventType = eventTypes.find((each) => each.id === id)
  const providerId = eventType?.providerId ?? ''
  const timeZone = names.provider(providerId)?.timeZone ?? localZone()
  const [date, setDate] = useState(() => today(timeZone))
  const [chosen, setChosen] = useState<ChosenStart>()
  const [isOtherDay, setOtherDay] = useState(false)
  const [caller, setCaller] = useState<Caller>({ name: '', email: '', note: '' })
  const [isBusy, setBusy] = useState(false)
  const [hint, setHint] = useState<string>()
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    setHint(chosen === undefined ? t.chooseTime : undefined)
    if (eventType === undefined || chosen === undefined) return
    const { start } = chosen
    setBusy(true)
    try {
      await bookFor(eventType, chosen, caller)
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
  const text = (name: keyof Caller, label: string, type = 'text') => (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type={type}
          dir="auto"
          autoComplete="off"
          required={name !== 'note'}
          value={caller[name]}
          onChange={(event) => setCaller({ ...caller, [name]: event.target.value })}
        />
      )}
    </Field>
  )
  const nameOf = ({ title, providerId: of }: EventType) =>
    [title, names.provider(of)?.name].filter(Boolean).join(' · ')
  return (
    <form onSubmit={(event) => void submit(event)}>
      <SelectField
        label={t.service}
        value={id}
        onChange={(next) => {
          setId(next)
          setChosen(undefined)
        }}
        options={eventTypes.map((each) => ({ value: each.id, label: nameOf(each) }))}
      />
      {isOtherDay ? (
        <StartPicker
          key={id}
          of={{ eventTypeId: id, providerId }}
          date={date}
          chosen={chosen}
          timeZone={timeZone}
          onDate={setDate}
          onChoose={setChosen}
        />
      ) : (
        <>
          <SoonestTimes
            eventTypeId={id}
            timeZone={timeZone}
            start={chosen?.start}
            onStart={(start) => setChosen({ start, isOverride: false })}
          />
          <Button kind="quiet" onClick={() => setOtherDay(true)}>
            {t.otherTime}
          </Button>
        </>
      )}
      {text('name', t.bookerName)}
      {text('email', t.bookerEmail, 'email')}
      {text('note', t.phoneOrNote)}
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

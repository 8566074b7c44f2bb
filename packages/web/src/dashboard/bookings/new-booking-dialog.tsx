import { useIsFetching, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { answerQuery, areAnswered, decides, leadOf } from '../../shared/slots/deciding-answers.ts'
import { useAddedBy } from '../../shared/slots/use-added-by.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useAccess } from '../access.ts'
import { type Contact, type EventType, isProblem } from '../api.ts'
import { eventTypeMessages } from '../event-types/messages.ts'
import { commonMessages } from '../messages.ts'
import { allEventTypesQuery } from '../queries.ts'
import { navigate } from '../router.tsx'
import { Failure } from '../ui/failure.tsx'
import { type FieldErrors, fieldErrors } from '../ui/field-errors.ts'
import { useInputMessage } from '../ui/input-errors.ts'
import { Actions, Modal } from '../ui/modal.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useNames } from '../use-names.ts'
import { AnswerFields } from './answer-fields.tsx'
import { ANYONE, leavesOut, ofAnyone, sharedTitles } from './anyone.ts'
import { CallerField, CallerFields } from './caller-fields.tsx'
import { ChosenPrice } from './chosen-price.tsx'
import { deskMessages } from './desk-messages.ts'
import { DurationField, ExtrasFields, SeatsField } from './extras-fields.tsx'
import { FirstFree } from './first-free.tsx'
import type { FreeStart } from './first-of-each.ts'
import { bookingMessages } from './messages.ts'
import { NearestTimes } from './nearest-times.tsx'
import { chosenMinutesOf, decidingOf } from './new-booking-draft.ts'
import { QUOTES, StayFields } from './stay-fields.tsx'
import { stayMessages } from './stay-messages.ts'
import { TimeChoice } from './time-choice.tsx'
import { useNewBooking } from './use-new-booking.ts'

interface NewBookingDialogProps {
  readonly onClose: () => void
  /** Whether somebody stands at the desk: the first free time with anyone is chosen, and nobody is named. */
  readonly isWalkIn?: boolean
  /** The person who is booked, if they are known from the beginning. */
  readonly person?: Contact
}

/** Books for a caller on the phone or somebody at the desk. */
export function NewBookingDialog({ onClose, isWalkIn = false, person }: NewBookingDialogProps) {
  const t = useMessages(bookingMessages)
  const desk = useMessages(deskMessages)
  const eventTypes = useQuery(allEventTypesQuery)
  return (
    <Modal
      title={isWalkIn ? desk.walkIn : t.newBooking}
      lead={<p>{isWalkIn ? desk.walkInLead : t.newBookingLead}</p>}
      onClose={onClose}
    >
      <QueryView query={eventTypes}>
        {(all) => {
          const active = all.filter(({ status }) => status === 'active')
          const [first] = active
          return first === undefined ? (
            <NoEventTypes onClose={onClose} />
          ) : (
            <NewBookingForm
              eventTypes={active}
              first={first}
              isWalkIn={isWalkIn}
              onClose={onClose}
              {...(person && { person })}
            />
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
  readonly isWalkIn: boolean
}

function NewBookingForm(props: NewBookingFormProps) {
  const { isWalkIn, onClose } = props
  const t = useMessages(bookingMessages)
  const desk = useMessages(deskMessages)
  const common = useMessages(commonMessages)
  const inputMessage = useInputMessage()
  const book = useRef<HTMLButtonElement>(null)
  const form = useNewBooking(props)
  const stayTexts = useMessages(stayMessages)
  const { eventType, extras, caller, chosen, error, timeZone, submit } = form
  const isStay = form.anyone === undefined && eventType.grain === 'nights'
  // The plan of a stay is not chosen before its prices are there.
  const isPricing = useIsFetching({ queryKey: [QUOTES, eventType.id] }) > 0
  const errors = fieldErrors(error, inputMessage)
  const takeFree = (taken: FreeStart) => {
    form.takeFree(taken)
    // For somebody who stands there, Enter is enough.
    if (isWalkIn) book.current?.focus()
  }
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void (isStay ? form.submitStay(false) : submit(chosen))
      }}
    >
      <ServiceField form={form} {...props} />
      {isStay ? (
        <StayFields
          eventType={eventType}
          stay={form.stay}
          errors={errors}
          onChange={form.setStay}
        />
      ) : form.anyone === undefined ? (
        <TimeFields form={form} eventTypes={props.eventTypes} errors={errors} />
      ) : (
        <FirstFree
          eventTypes={ofAnyone(props.eventTypes, form.anyone)}
          isPartial={leavesOut(props.eventTypes, form.anyone)}
          chosen={form.free}
          picksFirst={isWalkIn}
          onChoose={takeFree}
        />
      )}
      <CallerFields caller={caller} onChange={form.setCaller} />
      <ExtrasFields
        key={eventType.id}
        eventType={eventType}
        extras={extras}
        isOverride={chosen?.isOverride ?? false}
        isKnownPerson={caller.contact !== undefined}
        errors={errors}
        onChange={(part) => form.setExtras({ ...extras, ...part })}
      />
      <CallerField name="note" label={t.noteOptional} caller={caller} onChange={form.setCaller} />
      {form.lacksTime && <p role="alert">{isStay ? stayTexts.chooseDates : t.chooseTime}</p>}
      {error !== undefined && <Failure error={error} />}
      <NearestTimes
        error={error}
        timeZone={timeZone}
        onChoose={(start) => void submit({ start, isOverride: false })}
        onAnyway={() => chosen && void submit({ ...chosen, isOverride: true })}
        anyway={desk.bookAnyway}
      />
      {isProblem(error, 'stay_not_bookable') && (
        <Button kind="quiet" onClick={() => void form.submitStay(true)}>
          {desk.bookAnyway}
        </Button>
      )}
      <Actions>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button ref={book} kind="primary" type="submit" isBusy={form.isBusy || isPricing}>
          {t.book}
        </Button>
      </Actions>
    </form>
  )
}

type Form = ReturnType<typeof useNewBooking>

interface TimeFieldsProps {
  readonly form: Form
  readonly eventTypes: readonly EventType[]
  readonly errors: FieldErrors
}

interface ServiceFieldProps {
  readonly form: Form
  readonly eventTypes: readonly EventType[]
}

/** What is booked: an event type, or the first free time of several. */
function ServiceField({ form, eventTypes }: ServiceFieldProps) {
  const t = useMessages(bookingMessages)
  const desk = useMessages(deskMessages)
  const names = useNames()
  const nameOf = ({ title, providerId: of }: EventType) =>
    [title, names.provider(of)?.name].filter(Boolean).join(' · ')
  return (
    <SelectField
      label={t.service}
      value={form.anyone ?? form.eventType.id}
      onChange={form.chooseService}
      options={[
        ...eventTypes.map((each) => ({ value: each.id, label: nameOf(each) })),
        ...sharedTitles(eventTypes).map((title) => ({
          value: ANYONE + title,
          label: desk.anyone(title),
        })),
        { value: ANYONE, label: desk.anything },
      ]}
    />
  )
}

/** What decides about the times of one event type, and when. */
function TimeFields({ form, eventTypes, errors }: TimeFieldsProps) {
  const desk = useMessages(deskMessages)
  const { eventType, extras, change } = form
  const addedBy = useAddedBy(eventType.payment?.currency)
  const deciding = decidingOf(eventType, extras)
  const leadId = leadOf(eventType, deciding)?.eventTypeId
  const lead = eventTypes.find(({ id }) => id === leadId)
  return (
    <>
      <AnswerFields
        questions={eventType.questions.filter(decides)}
        answers={extras.answers}
        errors={errors}
        addedBy={addedBy}
        onChange={(answers) => change({ answers })}
      />
      {leadId === undefined ? (
        areAnswered(eventType, deciding) ? (
          <AnsweredTimeFields form={form} />
        ) : (
          <p>{desk.answerFirst}</p>
        )
      ) : lead ? (
        <Button onClick={() => form.chooseService(lead.id)}>{desk.continueWith(lead.title)}</Button>
      ) : (
        <p>{desk.leadsNowhere}</p>
      )}
    </>
  )
}

/** How long, for how many and when, with one event type whose questions about it are answered. */
function AnsweredTimeFields({ form }: { readonly form: Form }) {
  const { eventType, extras, chosen, change } = form
  const { id, providerId } = eventType
  const { durationMinutes, seats } = extras
  const deciding = decidingOf(eventType, extras)
  const answer = answerQuery(deciding)
  const minutes = chosenMinutesOf(eventType, extras)
  const of = { eventTypeId: id, providerId, durationMinutes: minutes, seats, answer }
  return (
    <>
      <DurationField
        eventType={eventType}
        durationMinutes={durationMinutes}
        addMinutes={deciding.addMinutes}
        onChange={(next) => change({ durationMinutes: next })}
      />
      <SeatsField
        eventType={eventType}
        seats={seats}
        onChange={(count) => change({ seats: count })}
      />
      <TimeChoice
        key={[id, durationMinutes, seats, ...answer].join('\n')}
        of={of}
        timeZone={form.timeZone}
        chosen={chosen}
        onChoose={form.setChosen}
      />
      {eventType.payment && chosen && !chosen.isOverride && (
        <ChosenPrice of={of} start={chosen.start} />
      )}
    </>
  )
}

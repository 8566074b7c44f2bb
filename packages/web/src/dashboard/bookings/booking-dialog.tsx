import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMessages } from '../../shared/i18n.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { useAccess } from '../access.ts'
import type { Booking } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { bookingQuery, eventTypesQuery } from '../queries.ts'
import { Failure } from '../ui/failure.tsx'
import { Actions, Modal } from '../ui/modal.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useNames } from '../use-names.ts'
import { awaitsApproval, awaitsPayment } from './awaits.ts'
import { type BookingChange, useBookingChange } from './booking-changes.ts'
import styles from './booking-dialog.module.css'
import { BookingFacts } from './booking-facts.tsx'
import { CameAfterAll } from './came-after-all.tsx'
import { ChangeLength, lengthMessages, otherLengths } from './change-length.tsx'
import { ChangeService, otherServices, serviceMessages } from './change-service.tsx'
import { ChangeUnit } from './change-unit.tsx'
import { DepositPanel } from './deposit-panel.tsx'
import { EditForm } from './edit-form.tsx'
import { AnswerFacts } from './field-facts.tsx'
import { fieldMessages } from './field-messages.ts'
import { groupMessages } from './group-messages.ts'
import { bookingMessages } from './messages.ts'
import { MoveStay } from './move-stay.tsx'
import { OrderPanel } from './order-panel.tsx'
import { PaymentFacts } from './payment-facts.tsx'
import { ReassignForm } from './reassign-form.tsx'
import { reassignMessages } from './reassign-messages.ts'
import { RefundForm } from './refund-form.tsx'
import { Reschedule } from './reschedule.tsx'
import { StatusBadge } from './status-badge.tsx'
import { unitMessages } from './unit-messages.ts'
import { VisitPanel } from './visit-panel.tsx'
import { useAnswerTexts, useVisit, VisitParts, visitToChange } from './visit-parts.tsx'

interface BookingDialogProps {
  readonly booking: Booking
  /** The time zone in which times are shown. */
  readonly timeZone: string
  readonly onClose: () => void
}

/** The details of a booking and all its actions, usable with the keyboard alone. */
export function BookingDialog({ booking: listedBooking, timeZone, onClose }: BookingDialogProps) {
  const { data: booking } = useQuery(bookingQuery(listedBooking))
  const t = useMessages(bookingMessages)
  const { edit } = useMessages(fieldMessages)
  const access = useAccess()
  const names = useNames()
  const { data: eventTypes = [] } = useQuery(eventTypesQuery)
  const [mode, setMode] = useState<Mode>('details')
  const body = useRef<HTMLDivElement>(null)
  const back = (from: Mode) => {
    flushSync(() => setMode('details'))
    body.current?.querySelector<HTMLElement>(`[data-opens="${from}"]`)?.focus()
  }
  return (
    <Modal
      title={names.booker(booking)}
      lead={
        <p className={styles.lead}>
          <StatusBadge status={booking.status} />
          <span>{names.service(booking)}</span>
        </p>
      }
      onClose={onClose}
    >
      {mode === 'move' && booking.arrival !== null && booking.departure !== null ? (
        <MoveStay
          booking={booking}
          arrival={booking.arrival}
          departure={booking.departure}
          onBack={() => back('move')}
          onDone={onClose}
        />
      ) : mode === 'move' ? (
        <Reschedule
          booking={booking}
          timeZone={timeZone}
          onBack={() => back('move')}
          onDone={onClose}
        />
      ) : mode === 'length' ? (
        <ChangeLength
          booking={booking}
          lengths={otherLengths(booking, names.eventType(booking.eventTypeId))}
          onBack={() => back('length')}
          onMove={hasStarted(booking) ? undefined : () => setMode('move')}
          onDone={onClose}
        />
      ) : mode === 'service' ? (
        <ChangeService
          booking={booking}
          services={otherServices(booking, eventTypes)}
          onBack={() => back('service')}
          onMove={hasStarted(booking) ? undefined : () => setMode('move')}
          onDone={onClose}
        />
      ) : mode === 'reassign' && booking.grain === 'nights' ? (
        <ChangeUnit booking={booking} onBack={() => back('reassign')} onDone={onClose} />
      ) : mode === 'reassign' ? (
        <ReassignForm booking={booking} onBack={() => back('reassign')} onDone={onClose} />
      ) : mode === 'cancel' ? (
        <CancelForm booking={booking} onBack={() => back('cancel')} onDone={onClose} />
      ) : mode === 'refund' ? (
        <RefundForm booking={booking} onBack={() => back('refund')} onDone={() => back('refund')} />
      ) : mode === 'edit' ? (
        <EditForm booking={booking} onBack={() => back('edit')} onDone={() => back('edit')} />
      ) : (
        <div ref={body} className={styles.details}>
          <BookingFacts booking={booking} timeZone={timeZone} />
          <PaymentFacts booking={booking} onRefund={() => setMode('refund')} />
          <OrderPanel booking={booking} />
          <DepositPanel booking={booking} />
          <AnswerFacts booking={booking} />
          <VisitParts booking={booking} timeZone={timeZone} />
          <VisitPanel booking={booking} />
          <ChangeButtons booking={booking} onDone={onClose} onMode={setMode} />
          <div className={styles.more}>
            {access.can('bookings') && 'privateAnswers' in booking && (
              <Button kind="quiet" data-opens="edit" onClick={() => setMode('edit')}>
                {edit}
              </Button>
            )}
            {booking.booker !== null && (
              <ButtonLink kind="quiet" href={`/v1/bookings/${booking.id}/invite.ics`} download>
                {t.invitation}
              </ButtonLink>
            )}
          </div>
        </div>
      )}
    </Modal>
  )
}

/** Whether a confirmed booking has started, so that it no longer moves. */
const hasStarted = ({ status, start }: Booking): boolean =>
  status === 'confirmed' && Date.parse(start) <= Date.now()

type Mode = 'details' | 'move' | 'length' | 'service' | 'reassign' | 'cancel' | 'edit' | 'refund'

interface ChangeButtonsProps {
  readonly booking: Booking
  readonly onDone: () => void
  readonly onMode: (mode: Mode) => void
}

function ChangeButtons({ booking, onDone, onMode }: ChangeButtonsProps) {
  const t = useMessages(bookingMessages)
  const fieldTexts = useMessages(fieldMessages)
  const { reassign, changeClass } = useMessages(reassignMessages)
  const { open: changeLength } = useMessages(lengthMessages)
  const { open: changeService } = useMessages(serviceMessages)
  const { open: changeUnit } = useMessages(unitMessages)
  const { data: eventTypes = [] } = useQuery(eventTypesQuery)
  const eventType = useNames().eventType(booking.eventTypeId)
  const hasSeats = Boolean(eventType?.seats)
  const toast = useToast()
  const access = useAccess()
  const change = useBookingChange()
  const [error, setError] = useState<unknown>()
  const { status } = booking
  const isLive = status === 'pending' || status === 'confirmed'
  const hasBegun = hasStarted(booking)
  const isStay = booking.grain === 'nights'
  const mayReassign = booking.assignments.length > 0 && !(isStay && !eventType?.requirements)
  const isRequest = awaitsApproval(booking)
  const visitId = visitToChange(useVisit(booking), booking)
  const texts = useAnswerTexts(booking, visitId)
  const { moveVisit } = useMessages(groupMessages)
  const run = async (what: BookingChange, done: string) => {
    setError(undefined)
    try {
      await change(booking, what, visitId)
      toast({ title: done })
      onDone()
    } catch (caught) {
      setError(caught)
    }
  }
  const markNoShow = (
    <Button onClick={() => void run({ kind: 'no-show' }, t.markedNoShow)}>{t.noShow}</Button>
  )
  if (status === 'no_show' && access.can('bookings')) {
    return <CameAfterAll booking={booking} onDone={onDone} />
  }
  // A booking completes itself after its end, before anybody can say that the booker did not come.
  if (status === 'completed' && access.can('bookings')) {
    return (
      <>
        {error !== undefined && <Failure error={error} />}
        <Actions>{markNoShow}</Actions>
      </>
    )
  }
  if (!isLive || !access.can('bookings')) return null
  return (
    <>
      {error !== undefined && <Failure error={error} />}
      <Actions>
        <Button kind="danger" data-opens="cancel" onClick={() => onMode('cancel')}>
          {texts.cancel}
        </Button>
        {hasBegun && (
          <>
            {markNoShow}
            <Button kind="primary" onClick={() => void run({ kind: 'complete' }, t.completed)}>
              {t.complete}
            </Button>
          </>
        )}
        {hasSeats && (
          <ButtonLink href={`/dashboard/classes/${booking.eventTypeId}`}>{changeClass}</ButtonLink>
        )}
        {mayReassign && !hasSeats && !access.isRestricted && (
          <Button data-opens="reassign" onClick={() => onMode('reassign')}>
            {isStay ? changeUnit : reassign}
          </Button>
        )}
        {otherLengths(booking, eventType).length > 0 && (
          <Button data-opens="length" onClick={() => onMode('length')}>
            {changeLength}
          </Button>
        )}
        {visitId === undefined && otherServices(booking, eventTypes).length > 0 && (
          <Button data-opens="service" onClick={() => onMode('service')}>
            {changeService}
          </Button>
        )}
        {(!hasBegun || isStay) && (
          <Button data-opens="move" onClick={() => onMode('move')}>
            {visitId === undefined ? t.reschedule : moveVisit}
          </Button>
        )}
        {status === 'pending' && booking.booker !== null && (
          <Button
            kind="primary"
            onClick={() =>
              void run({ kind: 'confirm', withoutPayment: awaitsPayment(booking) }, texts.confirmed)
            }
          >
            {visitId === undefined && !isRequest && awaitsPayment(booking)
              ? fieldTexts.confirmUnpaid
              : texts.confirm}
          </Button>
        )}
      </Actions>
    </>
  )
}

interface PanelProps {
  readonly booking: Booking
  readonly onBack: () => void
  readonly onDone: () => void
}

/** Asks for a reason, then cancels the booking or declines the request. */
export function CancelForm({ booking, onBack, onDone }: PanelProps) {
  const t = useMessages(bookingMessages)
  const toast = useToast()
  const change = useBookingChange()
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const visit = useVisit(booking)
  const visitId = visitToChange(visit, booking)
  const group = useMessages(groupMessages)
  const texts = useAnswerTexts(booking, visitId)
  const { cancelRefunds } = useMessages(fieldMessages)
  const isPaid = ['authorized', 'paid', 'partly_refunded'].includes(booking.payment?.status ?? '')
  const cancel = async () => {
    setBusy(true)
    try {
      await change(booking, { kind: 'cancel', reason: reason.trim() }, visitId)
      toast({ title: texts.cancelled })
      onDone()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <>
      <Field label={t.reason} hint={t.reasonHint}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      {visit && visitId !== undefined && <p>{group.visitHint(visit.bookings.length)}</p>}
      {isPaid && <p>{cancelRefunds}</p>}
      {error !== undefined && <Failure error={error} />}
      <Actions>
        <BackButton onClick={onBack} />
        <Button kind="danger" isBusy={isBusy} onClick={() => void cancel()}>
          {texts.cancel}
        </Button>
      </Actions>
    </>
  )
}

function BackButton({ onClick }: { readonly onClick: () => void }) {
  const t = useMessages(commonMessages)
  return <Button onClick={onClick}>{t.back}</Button>
}

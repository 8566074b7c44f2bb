import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { nightsMessages } from '../../shared/nights/messages.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { Booking } from '../api.ts'
import { approvalsQuery } from '../queries.ts'
import { useFailureText } from '../ui/failure.tsx'
import { Modal } from '../ui/modal.tsx'
import { Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useNames } from '../use-names.ts'
import { useBookingChange } from './booking-changes.ts'
import { CancelForm } from './booking-dialog.tsx'
import { datesText } from './dates-text.ts'
import { bookingMessages } from './messages.ts'
import { useAnswerTexts, useVisit, visitToChange } from './visit-parts.tsx'

/** The page of requests that wait for approval. */
export function ApprovalsPage() {
  const t = useMessages(bookingMessages)
  const waiting = useQuery(approvalsQuery)
  return (
    <Page title={t.approvalsTitle} lead={t.approvalsLead}>
      <QueryView query={waiting}>
        {(bookings) =>
          bookings.length === 0 ? (
            <Empty title={t.noApprovalsTitle}>
              <p>{t.noApprovals}</p>
            </Empty>
          ) : (
            <Rows label={t.approvalsTitle}>
              {bookings.map((booking) => (
                <ApprovalRow key={booking.id} booking={booking} />
              ))}
            </Rows>
          )
        }
      </QueryView>
    </Page>
  )
}

function ApprovalRow({ booking }: { readonly booking: Booking }) {
  const t = useMessages(bookingMessages)
  const { format } = useI18n()
  const nights = useMessages(nightsMessages)
  const names = useNames()
  const toast = useToast()
  const change = useBookingChange()
  const failureText = useFailureText()
  const visitId = visitToChange(useVisit(booking), booking)
  const texts = useAnswerTexts(booking, visitId)
  const [isBusy, setBusy] = useState(false)
  const [isDeclining, setDeclining] = useState(false)
  const { timeZone, start, end, holdExpiresAt } = booking
  const at = (instant: string) =>
    `${format.shortDate(instant, timeZone)}, ${format.time(instant, timeZone)}`
  const approve = async () => {
    setBusy(true)
    try {
      await change(booking, { kind: 'confirm' }, visitId)
      toast({ title: texts.confirmed })
    } catch (error) {
      toast({ ...failureText(error), tone: 'danger' })
      setBusy(false)
    }
  }
  return (
    <Row
      title={names.booker(booking)}
      meta={
        <>
          <span>
            {datesText(booking, format, nights) ??
              `${at(start)} – ${format.end(start, end, timeZone)}`}
          </span>
          <span>{names.service(booking)}</span>
          <span>{names.providers(booking)}</span>
          {holdExpiresAt && <span>{t.answerBy(at(holdExpiresAt))}</span>}
          {booking.note && <q>{booking.note}</q>}
        </>
      }
      actions={
        <>
          <Button onClick={() => setDeclining(true)}>{texts.cancel}</Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => void approve()}>
            {texts.confirm}
          </Button>
          {isDeclining && (
            <Modal
              title={t.decline}
              lead={names.booker(booking)}
              onClose={() => setDeclining(false)}
            >
              <CancelForm
                booking={booking}
                onBack={() => setDeclining(false)}
                onDone={() => setDeclining(false)}
              />
            </Modal>
          )}
        </>
      }
    />
  )
}

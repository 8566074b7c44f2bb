import type { PublicBooking } from '@holdfast/contracts'
import { api, bearer, unwrap } from '../shared/api/api.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { formatMoney } from '../shared/money.ts'
import { useLoaded } from '../shared/use-loaded.ts'
import { manageMessages } from './messages.ts'

interface RefundNoteProps {
  readonly booking: PublicBooking
  readonly token: string
  /** Whether the booker is about to cancel: then only what they get back now counts, not until when they do. */
  readonly isCancelling: boolean
  readonly timeZone: string
}

/**
 * Says what the booker gets back by cancelling, and until when. Asks again each time it is shown, as a move or the time may have
 * changed it. Shows nothing if nothing was paid.
 */
export function RefundNote({ booking, token, isCancelling, timeZone }: RefundNoteProps) {
  const { format, language } = useI18n()
  const t = useMessages(manageMessages)
  const { id, version, cancelUntil } = booking
  const [loaded] = useLoaded(`${id} ${version}`, (signal) =>
    unwrap(
      api.GET('/v1/bookings/{id}/details', {
        params: { path: { id } },
        headers: bearer(token),
        signal,
      }),
    ),
  )
  if (loaded.state !== 'ready') return null
  const { refundIfCancelled: refund, refundUntil } = loaded.value
  if (refund === null) return null
  const amount = formatMoney(refund.amount, refund.currency, language)
  if (isCancelling) return <p>{refund.amount === 0 ? t.noRefund : t.refund(amount)}</p>
  if (refund.amount === 0) return <p>{t.noRefundLater}</p>
  const until = earlier(refundUntil ?? cancelUntil, cancelUntil)
  return (
    <p>
      {t.refundUntil(
        amount,
        `${format.shortDate(until, timeZone)}, ${format.time(until, timeZone)}`,
      )}
    </p>
  )
}

const earlier = (one: string, other: string): string =>
  Date.parse(one) < Date.parse(other) ? one : other

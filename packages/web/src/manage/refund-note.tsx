import type { BookingDetails } from '@holdfast/contracts'
import { api, bearer, unwrap } from '../shared/api/api.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { formatMoney } from '../shared/money.ts'
import { useLoaded } from '../shared/use-loaded.ts'
import { manageMessages } from './messages.ts'

/** A booking, or a group of which all bookings are cancelled together, or those from a start on. */
interface Refundable {
  readonly id: string
  readonly version: number
  readonly cancelUntil: string
  readonly from?: string | undefined
}

interface RefundNoteProps {
  readonly of: Refundable
  readonly token: string
  /** Whether the booker is about to cancel: then only what they get back now counts, not until when they do. */
  readonly isCancelling: boolean
  readonly timeZone: string
}

/** Reads what comes back if a booking or a group is cancelled. */
function readRefund(
  { id, from }: Refundable,
  token: string,
  signal: AbortSignal,
): Promise<Pick<BookingDetails, 'refundIfCancelled' | 'refundUntil'>> {
  const options = { headers: bearer(token), signal }
  const path = { id }
  return id.startsWith('grp_')
    ? unwrap(
        api.GET('/v1/booking-groups/{id}/details', {
          params: { path, query: from === undefined ? {} : { from } },
          ...options,
        }),
      )
    : unwrap(api.GET('/v1/bookings/{id}/details', { params: { path }, ...options }))
}

/**
 * Says what the booker gets back by cancelling, and until when. Asks again each time it is shown, as a move or the time may have
 * changed it. Shows nothing if nothing was paid.
 */
export function RefundNote({ of, token, isCancelling, timeZone }: RefundNoteProps) {
  const { format, language } = useI18n()
  const t = useMessages(manageMessages)
  const { id, version, cancelUntil, from } = of
  const [loaded] = useLoaded(`${id} ${version} ${from}`, (signal) => readRefund(of, token, signal))
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

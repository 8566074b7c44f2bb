import { api, bearer, unwrap } from '../shared/api/api.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { formatMoney } from '../shared/money.ts'
import { useLoaded } from '../shared/use-loaded.ts'
import { manageMessages } from './messages.ts'

interface RefundNoteProps {
  readonly bookingId: string
  readonly token: string
}

/**
 * Says what the booker gets back by cancelling now. Asks again each time it is shown, as a move or the time may have
 * changed it. Shows nothing if nothing was paid.
 */
export function RefundNote({ bookingId, token }: RefundNoteProps) {
  const { language } = useI18n()
  const t = useMessages(manageMessages)
  const [loaded] = useLoaded(bookingId, (signal) =>
    unwrap(
      api.GET('/v1/bookings/{id}/details', {
        params: { path: { id: bookingId } },
        headers: bearer(token),
        signal,
      }),
    ),
  )
  if (loaded.state !== 'ready') return null
  const { refundIfCancelled: refund } = loaded.value
  if (refund === null) return null
  const { amount, currency } = refund
  return <p>{amount === 0 ? t.noRefund : t.refund(formatMoney(amount, currency, language))}</p>
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { nightsMessages } from '../../shared/nights/messages.ts'
import { Button } from '../../shared/ui/button.tsx'
import { api, type Booking, ifMatch, isProblem, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidateBookings } from '../queries.ts'
import { Failure } from '../ui/failure.tsx'
import { Actions } from '../ui/modal.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { bookingMessages } from './messages.ts'
import { NewPrice, type Price } from './new-price.tsx'
import { orderQuery } from './order-calls.ts'
import { stayMessages } from './stay-messages.ts'

interface MoveStayProps {
  readonly booking: Booking
  readonly arrival: string
  readonly departure: string
  readonly onBack: () => void
  readonly onDone: () => void
}

/** Moves a stay to other dates. Another price is shown first, and agreed with a second click. */
export function MoveStay(props: MoveStayProps) {
  const { booking, onBack, onDone } = props
  const t = useMessages(bookingMessages)
  const stay = useMessages(stayMessages)
  const common = useMessages(commonMessages)
  const nights = useMessages(nightsMessages)
  const [dates, setDates] = useState({ arrival: props.arrival, departure: props.departure })
  const agreed = useAgreedPrice(booking)
  const { isBusy, newPrice, error, send, clear } = useMove(booking, onDone)
  const isWhole = dates.arrival !== '' && dates.departure > dates.arrival
  const canSend = isWhole && agreed.isKnown
  return (
    <>
      {error !== undefined && <Failure error={error} />}
      {(['arrival', 'departure'] as const).map((name) => (
        <TextField
          key={name}
          label={nights[name]}
          value={dates[name]}
          type="date"
          isRequired
          onChange={(value) => {
            setDates({ ...dates, [name]: value })
            clear()
          }}
        />
      ))}
      {newPrice && (
        <NewPrice before={agreed.price} after={newPrice} isPaidOnline={booking.payment !== null} />
      )}
      <Actions>
        <Button onClick={onBack}>{common.back}</Button>
        <Button
          kind="primary"
          isBusy={isBusy}
          aria-disabled={!canSend}
          onClick={() => canSend && void send(dates, newPrice ?? agreed.price)}
        >
          {newPrice ? stay.moveAtNewPrice : t.move}
        </Button>
      </Actions>
    </>
  )
}

interface AgreedPrice {
  readonly price: Price | undefined
  /** Whether it is known, or known that there is none. */
  readonly isKnown: boolean
}

/** What a stay costs now: by its rate plan, or as its order says. */
function useAgreedPrice({ id, quote, orderId }: Booking): AgreedPrice {
  const isInOrder = quote === null && orderId !== null
  const order = useQuery({ ...orderQuery(orderId ?? ''), enabled: isInOrder })
  if (quote) return { price: { amount: quote.total, currency: quote.currency }, isKnown: true }
  if (!isInOrder) return { price: undefined, isKnown: true }
  if (order.data === undefined) return { price: undefined, isKnown: order.isError }
  const line = order.data.lines.find(({ bookingId }) => bookingId === id)
  const { currency } = order.data
  return { price: line && { amount: line.amount, currency }, isKnown: true }
}

interface Dates {
  readonly arrival: string
  readonly departure: string
}

interface Move {
  readonly isBusy: boolean
  /** What the stay would cost at the dates, if that is why it was not moved. */
  readonly newPrice: Price | undefined
  readonly error: unknown
  /** Moves the stay if it costs that much at these dates. */
  readonly send: (dates: Dates, expected: Price | undefined) => Promise<void>
  /** Forgets the answer about other dates. */
  readonly clear: () => void
}

/** Moves a stay, and says at which price it could be moved if that is another one. */
function useMove(booking: Booking, onDone: () => void): Move {
  const { format } = useI18n()
  const t = useMessages(bookingMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [newPrice, setNewPrice] = useState<Price>()
  const [error, setError] = useState<unknown>()
  const clear = () => {
    setNewPrice(undefined)
    setError(undefined)
  }
  const send = async (dates: Dates, expected: Price | undefined) => {
    setBusy(true)
    setError(undefined)
    try {
      const params = { path: { id: booking.id }, header: ifMatch(booking) }
      const body = { ...dates, ...(expected && { expectedAmount: expected.amount }) }
      await unwrap(api.POST('/v1/bookings/{id}/reschedule', { params, body }))
      const { arrival, departure } = dates
      toast({ title: t.moved(`${format.shortDay(arrival)} – ${format.shortDay(departure)}`) })
      onDone()
    } catch (failure) {
      const price = isProblem(failure, 'price_changed') ? failure.problem.price : undefined
      if (price) setNewPrice(price)
      else setError(failure)
      setBusy(false)
    } finally {
      await invalidateBookings(client)
    }
  }
  return { isBusy, newPrice, error, send, clear }
}

import type { PublicPayment } from '@holdfast/contracts'
import { useEffect, useState } from 'react'
import { ApiError, api, unwrap } from '../shared/api/api.ts'
import { type Loaded, useLoaded } from '../shared/use-loaded.ts'
import { type PayView, POLL_SECONDS, viewOf } from './pay-view.ts'

/** A payment with the actions of its page. */
export interface PaymentControl {
  readonly loaded: Loaded<PublicPayment>
  readonly view: PayView | undefined
  /** Whether the page still asks for the outcome by itself. */
  readonly isPolling: boolean
  /** Whether the vendor's page is about to open. */
  readonly isGoing: boolean
  /** Why the vendor's page did not open. */
  readonly error: unknown
  readonly go: () => void
  readonly reload: () => void
}

/** The refusals after which the payment itself says what happened. */
const OVER_CODES: ReadonlySet<string | undefined> = new Set([
  'hold_expired',
  'payment_closed',
  'invalid_transition',
])

/** Loads a payment, and asks again for its outcome for a while after the booker came back from the vendor. */
export function usePayment(id: string, hasReturned: boolean): PaymentControl {
  const [round, setRound] = useState(0)
  const [latest, setLatest] = useState<PublicPayment>()
  const [isGoing, setIsGoing] = useState(false)
  const [isTooLate, setIsTooLate] = useState(false)
  const [error, setError] = useState<unknown>()
  const params = { path: { paymentId: id } }
  const [first, reload] = useLoaded(id, (signal) =>
    unwrap(api.GET('/v1/public/payments/{paymentId}', { params, signal })),
  )
  const loaded: Loaded<PublicPayment> =
    latest === undefined ? first : { state: 'ready', value: latest }
  const view = loaded.state === 'ready' ? viewOf(loaded.value, hasReturned) : undefined
  const isProcessing = view === 'processing'
  const pause = POLL_SECONDS[round]
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks once
  useEffect(() => {
    if (!isProcessing || pause === undefined) return
    const timer = setTimeout(() => {
      unwrap(api.GET('/v1/public/payments/{paymentId}', { params }))
        // The next round may reach the server again.
        .then(setLatest, () => undefined)
        .finally(() => setRound(round + 1))
    }, pause * 1000)
    return () => clearTimeout(timer)
  }, [isProcessing, round])

  const go = () => {
    setIsGoing(true)
    setError(undefined)
    unwrap(api.POST('/v1/public/payments/{paymentId}/checkout', { params })).then(
      // The vendor's page takes the place of this one: the back button leads past it.
      ({ url }) => location.replace(url),
      (failure: unknown) => {
        setIsGoing(false)
        const code = failure instanceof ApiError ? failure.code : undefined
        if (code === 'hold_expired') setIsTooLate(true)
        else if (OVER_CODES.has(code)) reload()
        else setError(failure)
      },
    )
  }
  return {
    loaded,
    view: isTooLate ? 'expired' : view,
    isPolling: isProcessing && pause !== undefined,
    isGoing,
    error,
    go,
    reload: () => {
      setRound(0)
      setLatest(undefined)
      reload()
    },
  }
}

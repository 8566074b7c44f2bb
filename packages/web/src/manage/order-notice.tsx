import { useState } from 'react'
import { api, unwrap } from '../shared/api/api.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { leavingLink } from '../shared/leave.ts'
import managed from '../shared/managed/managed.module.css'
import { formatMoney } from '../shared/money.ts'
import { inThisLanguage } from '../shared/page-path.ts'
import { Button, ButtonLink } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import { Fact } from './field-facts.tsx'
import { manageMessages } from './messages.ts'

interface OrderNoticeProps {
  readonly orderId: string
  /** The payment that the page shows already: then the order shows only what that does not. */
  readonly shown?: { readonly id: string; readonly amount: number } | null
  /** A booking of the order and its manage token, to which the page to pay on leads back. */
  readonly back: { readonly bookingId: string; readonly token: string }
}

const readOrder = (orderId: string, signal: AbortSignal) =>
  unwrap(api.GET('/v1/public/orders/{orderId}', { params: { path: { orderId } }, signal }))

type Order = Awaited<ReturnType<typeof readOrder>>

/** What an order comes to, what of it is paid and due, and the ways to pay that online. */
export function OrderNotice({ orderId, shown = null, back }: OrderNoticeProps) {
  const [loaded, reload] = useLoaded(orderId, (signal) => readOrder(orderId, signal))
  if (loaded.state === 'loading') return null
  if (loaded.state === 'failed') return <FailureNotice error={loaded.error} onRetry={reload} />
  const order = loaded.value
  const hasButton = order.charges.some(({ paymentId }) => paymentId === shown?.id)
  const isAll = shown !== null && order.total <= shown.amount
  if (isAll && (order.due <= 0 || hasButton)) return null
  return <OrderFacts order={order} isAsked={!hasButton} back={back} />
}

interface OrderFactsProps extends Pick<OrderNoticeProps, 'back'> {
  readonly order: Order
  /** Whether it asks to pay: not while something else on the page does. */
  readonly isAsked: boolean
}

function OrderFacts({ order, isAsked, back }: OrderFactsProps) {
  const { language } = useI18n()
  const t = useMessages(manageMessages)
  const { total, paid, due, currency, payableAmount, charges } = order
  const money = (amount: number) => formatMoney(amount, currency, language)
  const fragment = `#${back.bookingId}.${back.token}`
  if (total === 0 && paid === 0) return null
  const isAtDesk = due > 0 && charges.length === 0 && payableAmount === 0
  return (
    <>
      <dl className={managed.facts}>
        <Fact name={t.orderTotal} value={money(total)} />
        <Fact name={t.orderPaid} value={money(paid)} />
      </dl>
      {isAsked && due > 0 && (
        <Notice tone="warn" title={`${t.orderDue}: ${money(due)}`}>
          {charges.map(({ paymentId, amount, checkoutUrl }) => (
            <ButtonLink
              key={paymentId}
              kind="primary"
              href={`${inThisLanguage(checkoutUrl)}${fragment}`}
              {...leavingLink}
            >
              {t.pay(money(amount))}
            </ButtonLink>
          ))}
          {charges.length === 0 && payableAmount > 0 && (
            <PayRest orderId={order.id} text={t.pay(money(payableAmount))} fragment={fragment} />
          )}
          {isAtDesk && <p>{t.payElsewhere}</p>}
        </Notice>
      )}
    </>
  )
}

interface PayRestProps {
  readonly orderId: string
  readonly text: string
  readonly fragment: string
}

/** Asks for what is due, and leads to the page to pay it on. */
function PayRest({ orderId, text, fragment }: PayRestProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const pay = async () => {
    setIsBusy(true)
    setError(undefined)
    try {
      const params = { path: { orderId } }
      const asked = await unwrap(
        api.POST('/v1/public/orders/{orderId}/payments', { params, body: {} }),
      )
      const [charge] = asked.charges
      if (charge) location.assign(inThisLanguage(charge.checkoutUrl) + fragment)
    } catch (failure) {
      setError(failure)
      setIsBusy(false)
    }
  }
  return (
    <>
      {error !== undefined && <FailureNotice error={error} />}
      <Button kind="primary" isBusy={isBusy} onClick={() => void pay()}>
        {text}
      </Button>
    </>
  )
}

import { useI18n, useMessages } from '../shared/i18n.tsx'
import { leavingLink } from '../shared/leave.ts'
import { formatMoney } from '../shared/money.ts'
import { type PayableBooking, payAddress } from '../shared/pay-address.ts'
import { ButtonLink } from '../shared/ui/button.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { manageMessages } from './messages.ts'

/** Leads to the page to pay a booking on. Shows nothing if nothing can be paid. */
export function PayNotice({ managed }: { readonly managed: PayableBooking }) {
  const { language } = useI18n()
  const t = useMessages(manageMessages)
  const { payment } = managed.booking
  const url = payAddress(managed)
  if (payment === null || url === undefined) return null
  return (
    <Notice tone="warn" title={t.paymentStatus[payment.status]}>
      <ButtonLink kind="primary" href={url} {...leavingLink}>
        {t.pay(formatMoney(payment.amount, payment.currency, language))}
      </ButtonLink>
    </Notice>
  )
}

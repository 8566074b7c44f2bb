import { useMessages } from '../../shared/i18n.tsx'
import type { Booking } from '../api.ts'
import { fieldMessages } from '../bookings/field-messages.ts'
import { Badge } from '../ui/page.tsx'

const TONES = {
  required: 'warn',
  authorized: 'warn',
  paid: 'good',
  refunded: 'quiet',
  partly_refunded: 'quiet',
  released: 'quiet',
  failed: 'bad',
} as const

/** The status of a payment, as a badge. */
export function PaymentBadge({ status }: Pick<NonNullable<Booking['payment']>, 'status'>) {
  const t = useMessages(fieldMessages)
  return <Badge tone={TONES[status]}>{t.paymentStatuses[status]}</Badge>
}

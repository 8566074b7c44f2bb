import type { BookingDetails } from '@holdfast/contracts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { formatMoney } from '../shared/money.ts'
import { manageMessages } from './messages.ts'

/** One entry of a description list. */
export const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt dir="auto">{name}</dt>
    <dd dir="auto">{value}</dd>
  </div>
)

/** What the booker told beside name, email address and note, and the payment. */
export function FieldFacts({ details }: { readonly details: BookingDetails }) {
  const { format, language } = useI18n()
  const t = useMessages(manageMessages)
  const { booking, eventType } = details
  const { booker, guests, answers, payment } = booking
  const answerText = (answer: (typeof answers)[string]): string => {
    if (typeof answer === 'boolean') return answer ? t.yes : t.no
    return Array.isArray(answer) ? format.list(answer) : String(answer)
  }
  return (
    <>
      {booker?.phone && <Fact name={t.phone} value={booker.phone} />}
      {guests.length > 0 && (
        <Fact
          name={t.guests}
          value={guests.map(({ name, email }) => (name ? `${name}, ${email}` : email)).join('\n')}
        />
      )}
      {eventType?.questions.map(({ id, label }) => {
        const answer = answers[id]
        return answer === undefined ? null : (
          <Fact key={id} name={label} value={answerText(answer)} />
        )
      })}
      {payment && (
        <Fact
          name={t.payment}
          value={`${formatMoney(payment.amount, payment.currency, language)} · ${t.paymentStatus[payment.status]}`}
        />
      )}
    </>
  )
}

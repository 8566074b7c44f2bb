import type { BookingDetails } from '@holdfast/contracts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { formatMoney } from '../shared/money.ts'
import { quoteMessages } from '../shared/nights/quote-messages.ts'
import { shownEmail } from '../shared/shown-email.ts'
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
  const { booker, guests, answers, payment, occupants } = booking
  const answerText = (answer: (typeof answers)[string]): string => {
    if (typeof answer === 'boolean') return answer ? t.yes : t.no
    return Array.isArray(answer) ? format.list(answer) : String(answer)
  }
  return (
    <>
      {occupants && <Occupants occupants={occupants} />}
      {booker?.phone && <Fact name={t.phone} value={booker.phone} />}
      {guests.length > 0 && (
        <Fact
          name={t.guests}
          value={guests
            .map(({ name, email }) => [name, shownEmail(email)].filter(Boolean).join(', '))
            .join('\n')}
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

/** Who stays: how many adults, and how many children of which ages. */
function Occupants({
  occupants,
}: {
  readonly occupants: NonNullable<BookingDetails['booking']['occupants']>
}) {
  const t = useMessages(quoteMessages)
  const { format } = useI18n()
  const { adults, childAges } = occupants
  return (
    <>
      <Fact name={t.adults} value={String(adults)} />
      {childAges.length > 0 && (
        <Fact
          name={t.children}
          value={`${childAges.length} (${format.list(childAges.map(String))})`}
        />
      )}
    </>
  )
}

import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import { nightsMessages } from '../../shared/nights/messages.ts'
import type { PlanQuote } from '../../shared/nights/stay-slot.ts'
import styles from './quote.module.css'
import { quoteMessages } from './quote-messages.ts'

type Line = PlanQuote['lines'][number]

/** The texts of the kinds that have no name of their own. */
const KINDS = {
  single_use: 'singleUse',
  extra_adult: 'extraAdults',
  child: 'children',
  length_of_stay: 'longStay',
  early: 'early',
  last_minute: 'lastMinute',
  code: 'code',
} as const

/** What the price of a stay is made of, and its sum. */
export function QuoteLines({ quote }: { readonly quote: PlanQuote }) {
  const t = useMessages(quoteMessages)
  const { total } = useMessages(nightsMessages)
  const { language } = useI18n()
  const money = (amount: number) => formatMoney(amount, quote.currency, language)
  return (
    <>
      <table className={styles.lines}>
        <tbody>
          {quote.lines.map((line) => (
            <tr key={JSON.stringify(line)}>
              <th scope="row" dir="auto">
                <LineText line={line} money={money} />
              </th>
              <td>{money(line.amount)}</td>
            </tr>
          ))}
          <tr className={styles.sum}>
            <td colSpan={2}>{total(money(quote.total))}</td>
          </tr>
        </tbody>
      </table>
      {quote.atHouse > 0 && <p className={styles.soft}>{t.atHouse(money(quote.atHouse))}</p>}
    </>
  )
}

interface LineTextProps {
  readonly line: Line
  readonly money: (amount: number) => string
}

function LineText({ line, money }: LineTextProps) {
  const t = useMessages(quoteMessages)
  const stay = useMessages(nightsMessages)
  const { kind, label, nights, quantity, unitAmount, included } = line
  if (included) return t.included(label)
  if (kind === 'night') {
    const count = stay.nights(nights ?? 1)
    return (
      <>
        {label === '' ? count : `${label}: ${count}`}
        <small>{stay.perNight(money(unitAmount))}</small>
      </>
    )
  }
  if (kind === 'fee' || kind === 'extra' || kind === 'tax') return label
  const text = t[KINDS[kind]]
  return quantity > 1 ? `${text} × ${quantity}` : text
}

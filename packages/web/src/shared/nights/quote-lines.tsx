import { useI18n, useMessages } from '../i18n.tsx'
import { formatMoney } from '../money.ts'
import { nightsMessages } from './messages.ts'
import styles from './quote.module.css'
import { quoteMessages } from './quote-messages.ts'
import type { PlanQuote } from './stay-slot.ts'

type Line = PlanQuote['lines'][number]

/** What the price of a stay is made of. */
type Price = Pick<PlanQuote, 'lines' | 'total' | 'atHouse' | 'currency'>

/** What is shown of a price before it is agreed. */
type ShownQuote = Price & Pick<PlanQuote, 'deposit' | 'balance' | 'policy'>

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

interface QuoteLinesProps {
  readonly quote: ShownQuote
  /** Where the house is. */
  readonly timeZone: string
}

/** What the price of a stay is made of, its sum, what is paid now, and what comes back. */
export function QuoteLines({ quote, timeZone }: QuoteLinesProps) {
  const t = useMessages(quoteMessages)
  const { format, language } = useI18n()
  const money = (amount: number) => formatMoney(amount, quote.currency, language)
  return (
    <>
      <PriceTable price={quote} />
      {quote.deposit !== null && quote.deposit < quote.total - quote.atHouse && (
        <p className={styles.soft}>{t.payNow(money(quote.deposit))}</p>
      )}
      {quote.balance?.dueOn != null && (
        <p className={styles.soft}>
          {t.balanceBy(money(quote.balance.amount), format.shortDay(quote.balance.dueOn))}
        </p>
      )}
      <AtHouse price={quote} />
      <Policy quote={quote} timeZone={timeZone} />
    </>
  )
}

/** What an agreed price is made of, and what of it is paid at the house. */
export function PriceLines({ price }: { readonly price: Price }) {
  return (
    <div>
      <PriceTable price={price} />
      <AtHouse price={price} />
    </div>
  )
}

/** The lines of a price, their sum, and then the taxes that are in it. */
function PriceTable({ price }: { readonly price: Price }) {
  const { total } = useMessages(nightsMessages)
  const { language } = useI18n()
  const money = (amount: number) => formatMoney(amount, price.currency, language)
  const rowOf = (line: Line) => (
    <tr key={JSON.stringify(line)} className={line.included ? styles.soft : undefined}>
      <th scope="row" dir="auto">
        <LineText line={line} money={money} />
      </th>
      <td>{money(line.amount)}</td>
    </tr>
  )
  return (
    <table className={styles.lines}>
      <tbody>
        {price.lines.filter(({ included }) => !included).map(rowOf)}
        <tr className={styles.sum}>
          <td colSpan={2}>{total(money(price.total))}</td>
        </tr>
        {price.lines.filter(({ included }) => included).map(rowOf)}
      </tbody>
    </table>
  )
}

function AtHouse({ price }: { readonly price: Price }) {
  const t = useMessages(quoteMessages)
  const { language } = useI18n()
  const { atHouse, currency } = price
  if (atHouse === 0) return null
  return <p className={styles.soft}>{t.atHouse(formatMoney(atHouse, currency, language))}</p>
}

/** What comes back to a guest who cancels. Nothing is said of a stay that is not paid online. */
function Policy({ quote, timeZone }: QuoteLinesProps) {
  const { deposit, currency } = quote
  const t = useMessages(quoteMessages)
  const { format, language } = useI18n()
  if (deposit === null) return null
  if (quote.policy.length === 0) return <p className={styles.soft}>{t.notRefundable}</p>
  const percents = new Intl.NumberFormat(language, { style: 'percent' })
  return (
    <ul className={styles.policy}>
      {quote.policy.map(({ until, percent, keptAmount }) => {
        const when = `${format.shortDate(until, timeZone)}, ${format.time(until, timeZone)}`
        return (
          <li key={until}>
            {keptAmount > 0
              ? t.keptUntil(formatMoney(keptAmount, currency, language), when)
              : percent === 100
                ? t.freeUntil(when)
                : t.partUntil(percents.format(percent / 100), when)}
          </li>
        )
      })}
    </ul>
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

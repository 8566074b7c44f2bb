import {
  COLLECTED,
  formatDate,
  QUOTE_LINE_KINDS,
  type QuoteLine,
  type StayQuote,
  WEEKDAYS,
} from '@holdfast/engine'
import { z } from 'zod'

/** The stored form of the price of a stay. */
export const stayQuoteSchema = z.object({
  ratePlanId: z.string(),
  ratePlanVersion: z.int(),
  parentVersion: z.exactOptional(z.int()),
  currency: z.string(),
  total: z.int(),
  atHouse: z.int(),
  lines: z.array(
    z.object({
      kind: z.enum(QUOTE_LINE_KINDS),
      label: z.string(),
      itemId: z.exactOptional(z.string()),
      fromDay: z.exactOptional(z.int()),
      nights: z.exactOptional(z.int()),
      weekdays: z.exactOptional(z.array(z.enum(WEEKDAYS))),
      quantity: z.int(),
      unitAmount: z.int(),
      amount: z.int(),
      collect: z.enum(COLLECTED),
      included: z.exactOptional(z.literal(true)),
    }),
  ),
  extras: z.exactOptional(z.array(z.object({ id: z.string(), quantity: z.int() }))),
  code: z.exactOptional(z.string()),
})

const lineRepresentation = (line: QuoteLine) => ({
  kind: line.kind,
  label: line.label,
  from: line.fromDay === undefined ? null : formatDate(line.fromDay),
  nights: line.nights ?? null,
  weekdays: line.weekdays ?? null,
  quantity: line.quantity,
  unitAmount: line.unitAmount,
  amount: line.amount,
  collect: line.collect,
  included: line.included === true,
})

/** The price of a stay without its lines. */
export const quoteTotals = ({
  ratePlanId,
  ratePlanVersion,
  currency,
  total,
  atHouse,
}: StayQuote) => ({
  ratePlanId,
  ratePlanVersion,
  currency,
  total,
  atHouse,
})

/** The price of a stay with its lines. */
export const stayQuoteRepresentation = (quote: StayQuote) => ({
  ...quoteTotals(quote),
  lines: quote.lines.map(lineRepresentation),
})

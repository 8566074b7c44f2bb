import {
  type Occupants,
  ok,
  type Result,
  refuse,
  type StayDays,
  type StayQuote,
} from '@holdfast/engine'
import { z } from 'zod'
import { stayQuoteSchema } from '../../kernel/booking-fields/stay-quote.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { sameValue } from '../../kernel/same-value.ts'

/** How long a quote binds its price, in seconds. */
const VALID_SECONDS = 15 * 60

/** The nights of a quote, and who stays. */
export interface QuotedNights extends StayDays {
  readonly occupants?: Occupants | undefined
}

/** What a quote binds. */
const BOUND = z.object({
  eventTypeId: z.string(),
  arrivalDay: z.int(),
  departureDay: z.int(),
  occupants: z.exactOptional(z.object({ adults: z.int(), childAges: z.array(z.int()) })),
  quote: stayQuoteSchema,
  expiresAtEpochSeconds: z.int(),
})

/** A quote that binds its price. */
export interface SealedQuote {
  readonly id: string
  readonly expiresAtEpochSeconds: number
}

type Sealing = Pick<Dependencies, 'clock' | 'secrets'>

/** Makes the id of a quote: what it binds, and a signature of the server. Nothing is stored. */
export function sealQuote(
  { clock, secrets }: Sealing,
  accountId: string,
  eventTypeId: string,
  { arrivalDay, departureDay, occupants }: QuotedNights,
  quote: StayQuote,
): SealedQuote {
  const expiresAtEpochSeconds = epochSeconds(clock) + VALID_SECONDS
  const bound = {
    eventTypeId,
    arrivalDay,
    departureDay,
    ...(occupants && { occupants }),
    quote,
    expiresAtEpochSeconds,
  }
  const text = Buffer.from(JSON.stringify(bound)).toString('base64url')
  const id = `${text}.${secrets.quoteSignature(accountId, text)}`
  return { id, expiresAtEpochSeconds }
}

/** The price that the id of a quote binds. Refused if it has expired or is no quote of the account, or if it is for something else. */
export function openQuote(
  { clock, secrets }: Sealing,
  accountId: string,
  id: string,
  asked: QuotedNights & { readonly eventTypeId: string },
): Result<StayQuote, Refusal> {
  const [text = '', signature = ''] = id.split('.')
  const expected = secrets.quoteSignature(accountId, text)
  const isOurs = secrets.hashesEqual(secrets.hash(signature), secrets.hash(expected))
  if (!isOurs) return refuse({ code: 'quote_expired' })
  const bound = BOUND.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  if (bound.expiresAtEpochSeconds <= epochSeconds(clock)) return refuse({ code: 'quote_expired' })
  const isSame =
    bound.eventTypeId === asked.eventTypeId &&
    bound.arrivalDay === asked.arrivalDay &&
    bound.departureDay === asked.departureDay &&
    sameValue({ ...bound.occupants }, { ...asked.occupants })
  return isSame
    ? ok(bound.quote)
    : invalid('/quoteId', 'is of a quote for another event type, other dates or other people')
}

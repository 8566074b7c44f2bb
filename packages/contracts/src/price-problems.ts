/** The problems about prices and security deposits, for `PROBLEMS`. */
export const PRICE_PROBLEMS = {
  price_changed: {
    status: 409,
    title: 'Price changed',
    meaning:
      'The booking costs something else than `expectedAmount`. `price` is what it costs now: the lowest one, if several candidates can serve it. Nothing was booked or moved.',
  },
  quote_expired: {
    status: 409,
    title: 'Quote expired',
    meaning:
      'The quote that `quoteId` names no longer binds its price: it is older than 15 minutes, or no quote of this account. Nothing was booked.',
  },
  security_deposit_not_held: {
    status: 409,
    title: 'Security deposit not held',
    meaning:
      'Nothing of a security deposit can be taken or released: it is not authorized, was taken, was released, or has lapsed.',
  },
  too_many_prices: {
    status: 422,
    title: 'Too many prices',
    meaning:
      'The candidates of the event type have more different pairs of a duration and a price than a list of slots can show for each start.',
  },
} as const

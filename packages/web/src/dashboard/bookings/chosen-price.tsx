import { queryOptions, useQuery } from '@tanstack/react-query'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import { api, unwrap } from '../api.ts'
import { deskMessages } from './desk-messages.ts'
import type { StartsOf } from './start-picker.tsx'

type PriceOf = Omit<StartsOf, 'eventTypeId' | 'providerId'> & { readonly eventTypeId: string }

const MINUTE_MILLISECONDS = 60_000

/** The prices of a start: several if it depends on who serves. */
const pricesQuery = (of: PriceOf, start: string) => {
  const { eventTypeId, durationMinutes, seats = 1, answer = [] } = of
  return queryOptions({
    queryKey: ['bookings', 'prices', eventTypeId, start, durationMinutes, seats, answer],
    queryFn: async () => {
      const query = {
        from: start,
        to: new Date(Date.parse(start) + MINUTE_MILLISECONDS).toISOString(),
        ...(durationMinutes !== undefined && { durationMinutes }),
        ...(seats > 1 && { seats }),
        ...(answer.length > 0 && { answer: [...answer] }),
      }
      const params = { path: { id: eventTypeId }, query }
      const { data } = await unwrap(api.GET('/v1/event-types/{id}/slots', { params }))
      return data.flatMap(({ price }) => price ?? [])
    },
  })
}

interface ChosenPriceProps {
  readonly of: PriceOf
  readonly start: string
}

/** What a booking of the chosen time costs. */
export function ChosenPrice({ of, start }: ChosenPriceProps) {
  const t = useMessages(deskMessages)
  const { language } = useI18n()
  const { data = [] } = useQuery(pricesQuery(of, start))
  const texts = new Set(data.map(({ amount, currency }) => formatMoney(amount, currency, language)))
  return texts.size === 0 ? null : <p>{t.price([...texts].join(' / '))}</p>
}

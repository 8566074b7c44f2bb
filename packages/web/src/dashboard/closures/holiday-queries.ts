import { queryOptions } from '@tanstack/react-query'
import type { Language } from '../../shared/language.ts'
import { api, unwrap } from '../api.ts'
import type { HolidayPlace } from './holidays.ts'

const FOREVER = { staleTime: Number.POSITIVE_INFINITY }

/** The countries whose holidays are known. */
export const holidayCountriesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['holiday-countries', language],
    queryFn: async () =>
      (await unwrap(api.GET('/v1/holidays/countries', { params: { query: { language } } }))).data,
    ...FOREVER,
  })

/** The holidays of a place in some years, by date. */
export const holidaysQuery = (
  { country, region }: HolidayPlace,
  years: readonly number[],
  language: Language,
) =>
  queryOptions({
    queryKey: ['holidays', country, region, years, language],
    enabled: country !== '',
    queryFn: async () => {
      const place = { country, ...(region && { region }) }
      const lists = await Promise.all(
        years.map((year) =>
          unwrap(api.GET('/v1/holidays', { params: { query: { ...place, year, language } } })),
        ),
      )
      return lists.flatMap(({ data }) => data)
    },
    ...FOREVER,
  })

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n } from '../../shared/i18n.tsx'
import { accountQuery } from '../account/account-queries.ts'
import { localZone } from '../zoned.ts'
import { holidayCountriesQuery } from './holiday-queries.ts'
import { countryOf, type HolidayCountry, type HolidayPlace } from './holidays.ts'

interface ChosenPlace {
  readonly countries: readonly HolidayCountry[]
  readonly place: HolidayPlace
  readonly setPlace: (place: HolidayPlace) => void
}

/** The place whose holidays show: at first the country of the account, or the one of this time zone. */
export function useHolidayPlace(): ChosenPlace {
  const { language } = useI18n()
  const { data: account } = useQuery(accountQuery)
  const { data: countries = [] } = useQuery(holidayCountriesQuery(language))
  const [chosen, setPlace] = useState<HolidayPlace>()
  const first = countryOf(countries, account?.country ?? null, localZone())
  return { countries, place: chosen ?? { country: first, region: '' }, setPlace }
}

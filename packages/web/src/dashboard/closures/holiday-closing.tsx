import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { CheckField } from '../ui/check-field.tsx'
import { localZone, today } from '../zoned.ts'
import { addHolidays } from './add-holidays.ts'
import type { SavedClosure } from './closure-dialog.tsx'
import { holidayMessages } from './holiday-messages.ts'
import { holidaysQuery } from './holiday-queries.ts'
import { type HolidayCountry, type HolidayPlace, yearlyHolidays, yearsFrom } from './holidays.ts'
import { PlaceFields } from './place-fields.tsx'
import { useHolidayPlace } from './use-holiday-place.ts'

interface HolidayClosingState {
  readonly countries: readonly HolidayCountry[]
  readonly place: HolidayPlace
  readonly setPlace: (place: HolidayPlace) => void
  readonly isChosen: boolean
  readonly setChosen: (isChosen: boolean) => void
  /** Closes on the public holidays of this year and the next two, if that is chosen. */
  readonly close: () => Promise<void>
}

/** The choice to close on the public holidays of the country. */
export function useHolidayClosing(): HolidayClosingState {
  const { language } = useI18n()
  const client = useQueryClient()
  const { countries, place, setPlace } = useHolidayPlace()
  const [isChosen, setChosen] = useState(false)
  const made = useRef(new Map<string, SavedClosure>())
  const close = async () => {
    if (!isChosen) return
    const now = today(localZone())
    const holidays = await client.fetchQuery(holidaysQuery(place, yearsFrom(now), language))
    const listed = yearlyHolidays(holidays, [], now).filter(({ kind }) => kind === 'public')
    const times = listed.flatMap(({ name, times: all }) => all.map((time) => ({ name, time })))
    await addHolidays(times, { all: true }, place, made.current)
  }
  return { countries, place, setPlace, isChosen, setChosen, close }
}

/** A checkbox for the public holidays of the country, and its region. Nothing where the country is not known. */
export function HolidayClosing(props: HolidayClosingState) {
  const { countries, place, setPlace, isChosen, setChosen } = props
  const t = useMessages(holidayMessages)
  const country = countries.find((each) => each.country === place.country)
  if (country === undefined) return null
  return (
    <>
      <CheckField isChecked={isChosen} onChange={setChosen}>
        {t.firstDay(country.name)}
      </CheckField>
      {isChosen && <PlaceFields countries={countries} place={place} onChange={setPlace} />}
    </>
  )
}

import type { components } from '@holdfast/client'
import type { Closure, ClosureScope } from './closures.ts'

export type Holiday = components['schemas']['Holiday']
export type HolidayCountry = components['schemas']['HolidayCountryList']['data'][number]

/** Whose holidays are meant. Empty: none is chosen, or those of the whole country. */
export interface HolidayPlace {
  readonly country: string
  readonly region: string
}

/** A holiday with its dates in several years. */
export interface YearlyHoliday {
  readonly name: string
  readonly kind: Holiday['kind']
  readonly times: readonly Pick<Holiday, 'start' | 'end'>[]
}

/** How many years are offered: the one of today and the next two. */
export const HOLIDAY_YEARS = 3

/** The years that are offered on a date. */
export const yearsFrom = (today: string): readonly number[] =>
  Array.from({ length: HOLIDAY_YEARS }, (_, years) => Number(today.slice(0, 4)) + years)

/** The country that lies in a time zone; empty if none or several do. */
export function countryOf(
  countries: readonly HolidayCountry[],
  wanted: string | null,
  timeZone: string,
): string {
  if (countries.some(({ country }) => country === wanted)) return wanted ?? ''
  const there = countries.filter(({ timeZones }) => timeZones.includes(timeZone))
  return there.length === 1 ? (there[0]?.country ?? '') : ''
}

/** The holidays from a date on, by their first one, public ones first. Those with a closure of their own are left out. */
export function yearlyHolidays(
  holidays: readonly Holiday[],
  closures: readonly Closure[],
  today: string,
): readonly YearlyHoliday[] {
  const closed = new Set(
    closures.flatMap(({ holiday, all, start }) => (holiday && all ? [start] : [])),
  )
  const open = holidays.filter(({ start, end }) => end > today && !closed.has(start))
  const byName = Map.groupBy(open, ({ name, kind }) => `${kind} ${name}`)
  const listed = [...byName.values()].flatMap((all) => {
    const [first] = all
    const times = all.map(({ start, end }) => ({ start, end }))
    return first === undefined ? [] : [{ name: first.name, kind: first.kind, times }]
  })
  return [
    ...listed.filter(({ kind }) => kind === 'public'),
    ...listed.filter(({ kind }) => kind !== 'public'),
  ]
}

/** The body of the closure for a holiday on one of its dates. */
export const holidayBody = (
  name: string,
  { start, end }: Pick<Holiday, 'start' | 'end'>,
  scope: ClosureScope,
  { country, region }: HolidayPlace,
) => ({
  name,
  start,
  end,
  ...scope,
  holiday: { country, ...(region && { region }) },
})

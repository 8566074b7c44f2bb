import { formatDate, parseDate } from '@holdfast/engine'
import type Library from 'date-holidays'
import type { Holidays } from '../../booking/ports/holidays.ts'
import { lazily } from '../../kernel/lazily.ts'

// 1.5 MB of rules, which take 0.2 s to load.
const { open: library } = lazily(() => import('date-holidays'))

const HOUR_MS = 3_600_000
const KINDS = ['public', 'bank', 'optional'] as const

/** How many dates a holiday takes. One that begins or ends within a day takes that day. */
const daysOf = ({ start, end }: { readonly start: Date; readonly end: Date }): number =>
  Math.max(1, Math.round((end.getTime() - start.getTime()) / (24 * HOUR_MS)))

function afterDays(date: string, days: number): string {
  const dayNumber = parseDate(date)
  if (dayNumber === undefined) throw new Error(`the library answered with the date ${date}`)
  return formatDate(dayNumber + days)
}

/** The holidays by the rules of `date-holidays`, which is loaded for the first question. */
export const createHolidays = (): Holidays => ({
  unknownOf,
  list: listHolidays,
  countries: listCountries,
})

/** The parts of a region: `BY-A` is the part `A` of the state `BY`. */
const partsOf = (region: string | undefined) => region?.split('-') ?? []

const unknownOf: Holidays['unknownOf'] = async ({ country, region }) => {
  const { default: Calendar } = await library()
  const known = new Calendar()
  if (!Object.hasOwn(known.getCountries(), country)) return 'unknown_country'
  const [state, part] = partsOf(region)
  return state === undefined || isRegion(known, country, state, part) ? undefined : 'unknown_region'
}

const listHolidays: Holidays['list'] = async (asked, year, language) => {
  const unknown = await unknownOf(asked)
  if (unknown !== undefined) return unknown
  const { default: Calendar } = await library()
  const { country, region } = asked
  const [state, part] = partsOf(region)
  const place = { country, ...(state && { state }), ...(part && { region: part }) }
  const holidays = new Calendar(place, { types: [...KINDS] })
  return holidays.getHolidays(year, language).map(({ name, date, type, ...times }) => {
    const start = date.slice(0, 10)
    const kind = KINDS.find((each) => each === type) ?? 'public'
    return { name, start, end: afterDays(start, daysOf(times)), kind }
  })
}

function isRegion(
  known: Library,
  country: string,
  state: string,
  part: string | undefined,
): boolean {
  if (!Object.hasOwn(known.getStates(country) ?? {}, state)) return false
  return part === undefined || Object.hasOwn(known.getRegions(country, state) ?? {}, part)
}

const listCountries: Holidays['countries'] = async (language) => {
  const { default: Calendar } = await library()
  const known = new Calendar()
  return byName(
    Object.entries(known.getCountries(language)).map(([country, name]) => ({
      country,
      name,
      timeZones: new Calendar(country).getTimezones() ?? [],
      regions: byName(regionsOf(known, country, language)),
    })),
  )
}

const byName = <Each extends { readonly name: string }>(list: readonly Each[]): readonly Each[] =>
  list.toSorted((a, b) => a.name.localeCompare(b.name))

/** The regions of a country, and the parts of them that have holidays of their own. */
const regionsOf = (known: Library, country: string, language: string | undefined) =>
  Object.entries(known.getStates(country, language) ?? {}).flatMap(([state, name]) => [
    { region: state, name },
    ...Object.entries(known.getRegions(country, state, language) ?? {}).map(([part, partName]) => ({
      region: `${state}-${part}`,
      name: `${name}, ${partName}`,
    })),
  ])

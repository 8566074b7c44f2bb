import { ok, type Result } from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { Holiday, HolidayPlace, Holidays, UnknownPlace } from '../ports/holidays.ts'

/** Lists the holidays of a place in a year, to close on. */
export async function listHolidays(
  holidays: Holidays,
  place: HolidayPlace,
  year: number,
  language: string | undefined,
): Promise<Result<readonly Holiday[], Refusal>> {
  const found = await holidays.list(place, year, language)
  return typeof found === 'string' ? unknownPlace(found, place, '/query') : ok(found)
}

/** Refuses the place of a closure whose holidays are not known. */
export async function checkHolidayPlace(
  holidays: Pick<Holidays, 'unknownOf'>,
  place: HolidayPlace,
): Promise<Result<undefined, Refusal>> {
  const unknown = await holidays.unknownOf(place)
  return unknown === undefined ? ok(undefined) : unknownPlace(unknown, place, '/holiday')
}

const LISTED = 'GET /v1/holidays/countries lists'

const unknownPlace = (
  unknown: UnknownPlace,
  { country, region }: HolidayPlace,
  at: '/query' | '/holiday',
) =>
  unknown === 'unknown_country'
    ? invalid(`${at}/country`, `must be a country that ${LISTED}; got "${country}"`)
    : invalid(`${at}/region`, `must be a region of ${country} that ${LISTED}; got "${region}"`)

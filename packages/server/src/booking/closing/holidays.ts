import { ok, type Result } from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { Holiday, HolidayPlace, Holidays } from '../ports/holidays.ts'

/** Lists the holidays of a place in a year, to close on. */
export async function listHolidays(
  holidays: Holidays,
  place: HolidayPlace,
  year: number,
  language: string | undefined,
): Promise<Result<readonly Holiday[], Refusal>> {
  const found = await holidays.list(place, year, language)
  if (found === 'unknown_country') {
    return invalid('/query/country', 'must be one that GET /v1/holidays/countries lists')
  }
  return found === 'unknown_region'
    ? invalid('/query/region', 'must be a region that GET /v1/holidays/countries lists')
    : ok(found)
}

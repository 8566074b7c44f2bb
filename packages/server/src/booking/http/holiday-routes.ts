import {
  HolidayCountryList,
  HolidayCountryQuery,
  HolidayList,
  HolidayQuery,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { json } from '../../kernel/http/answer.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { listHolidays } from '../closing/holidays.ts'
import type { Holidays } from '../ports/holidays.ts'

const endpoint = accountEndpointOf('Closures')

/** Endpoints for the holidays of countries, to close on. They are the same for every account. */
export const holidayEndpoints = (holidays: Holidays): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/holidays',
    operationId: 'listHolidays',
    summary: 'List the holidays of a country or region',
    description:
      'Those that close schools, offices or shops, in one year. Close on them with `POST /v1/closures` and `holiday`. Holidays by the moon can be a day off from what is announced.',
    query: HolidayQuery,
    answers: { 200: { description: 'The holidays.', schema: HolidayList } },
    perform: ({ query: { country, region, year, language } }) =>
      listHolidays(holidays, { country, region }, year, language),
    answer: (data) => json({ data: data.map((each) => ({ ...each })) }),
  }),
  endpoint({
    method: 'get',
    path: '/v1/holidays/countries',
    operationId: 'listHolidayCountries',
    summary: 'List the countries and regions with known holidays',
    description: 'The countries by name, each with its regions.',
    query: HolidayCountryQuery,
    answers: { 200: { description: 'The countries.', schema: HolidayCountryList } },
    perform: async ({ query: { language } }) => ok(await holidays.countries(language)),
    answer: (data) => json({ data: data.map((each) => ({ ...each })) }),
  }),
]

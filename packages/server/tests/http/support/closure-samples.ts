import { type Sample, sample } from './sample.ts'
import { CLOSURE } from './sample-bodies.ts'

/** One call of each operation on closures. */
export function closureSamples({
  closureId,
  providerId,
}: {
  readonly closureId: string
  readonly providerId: string
}): readonly Sample[] {
  const closure = `/v1/closures/${closureId}`
  const closureBody = { ...CLOSURE, providerIds: [providerId] }
  return [
    sample('createClosure', 'POST /v1/closures', closureBody),
    sample('previewClosure', 'POST /v1/closures/preview', closureBody),
    sample('listClosures', 'GET /v1/closures'),
    sample('getClosure', `GET ${closure}`),
    sample('getClosureBookings', `GET ${closure}/bookings`),
    sample('updateClosure', `PATCH ${closure}`, { name: 'Company outing' }),
    sample('listHolidays', 'GET /v1/holidays?country=DE&region=BE&year=2027'),
    sample('listHolidayCountries', 'GET /v1/holidays/countries?language=de'),
    sample('deleteClosure', `DELETE ${closure}`),
  ]
}

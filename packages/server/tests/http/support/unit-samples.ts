import { pngOf } from '../../support/pictures.ts'
import type { Call } from './call.ts'
import { uploaded } from './photos.ts'
import { type Sample, sample } from './sample.ts'
import { PROPERTY, RATE_PLAN, STAY_DATES } from './sample-bodies.ts'

/** Uploads a photo. Returns its id. */
export const makePhoto = async (call: Call): Promise<string> =>
  (await uploaded(call, pngOf(2, 2))).id

/** One call of every operation of properties and of nights. */
export function unitSamples(ids: {
  readonly propertyId: string
  readonly stayTypeId: string
  readonly ratePlanId: string
  readonly unitId: string
  readonly photoId: string
}): readonly Sample[] {
  const property = `/v1/properties/${ids.propertyId}`
  const nights = `/v1/event-types/${ids.stayTypeId}/nights`
  const ratePlan = `/v1/rate-plans/${ids.ratePlanId}`
  return [
    // Before the next one is made: two of the same instant are listed in any order.
    sample('listPhotos', 'GET /v1/photos'),
    { ...sample('createPhoto', 'POST /v1/photos'), file: pngOf(3, 3), fileType: 'image/png' },
    sample('getPhoto', `GET /v1/photos/${ids.photoId}`),
    sample('deletePhoto', `DELETE /v1/photos/${ids.photoId}`),
    sample('createProperty', 'POST /v1/properties', PROPERTY),
    sample('listProperties', 'GET /v1/properties'),
    sample('getProperty', `GET ${property}`),
    sample('updateProperty', `PATCH ${property}`, { name: 'House by the river' }),
    sample('deleteProperty', `DELETE ${property}`),
    sample('createRatePlan', 'POST /v1/rate-plans', RATE_PLAN),
    sample('listRatePlans', 'GET /v1/rate-plans'),
    sample('getRatePlan', `GET ${ratePlan}`),
    sample('updateRatePlan', `PATCH ${ratePlan}`, { name: 'Breakfast' }),
    sample('getQuote', `GET /v1/event-types/${ids.stayTypeId}/quote?${STAY_DATES}`),
    sample('listQuotes', `GET /v1/event-types/${ids.stayTypeId}/quotes?${STAY_DATES}`),
    sample('adoptStays', `POST /v1/units/${ids.unitId}/adopt`, { dryRun: true }),
    sample('listUnitNights', `GET ${nights}?from=2026-04-27&to=2026-04-28`),
    sample('explainNights', `GET ${nights}/explain?${STAY_DATES}`),
  ]
}

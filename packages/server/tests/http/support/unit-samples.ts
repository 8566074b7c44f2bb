import { type Sample, sample } from './sample.ts'
import { PROPERTY, STAY_DATES } from './sample-bodies.ts'

/** One call of every operation of properties and of nights. */
export function unitSamples(ids: {
  readonly propertyId: string
  readonly stayTypeId: string
}): readonly Sample[] {
  const property = `/v1/properties/${ids.propertyId}`
  const nights = `/v1/event-types/${ids.stayTypeId}/nights`
  return [
    sample('createProperty', 'POST /v1/properties', PROPERTY),
    sample('listProperties', 'GET /v1/properties'),
    sample('getProperty', `GET ${property}`),
    sample('updateProperty', `PATCH ${property}`, { name: 'House by the river' }),
    sample('deleteProperty', `DELETE ${property}`),
    sample('listUnitNights', `GET ${nights}?from=2026-04-27&to=2026-04-28`),
    sample('explainNights', `GET ${nights}/explain?${STAY_DATES}`),
  ]
}

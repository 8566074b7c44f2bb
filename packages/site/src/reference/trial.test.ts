import { expect, test } from 'vitest'
import type { SampleRequest } from '../samples/sample-request.ts'
import type { PlacedOperation } from './openapi.ts'
import { trialOf } from './trial.ts'

const PLACED: PlacedOperation = {
  method: 'POST',
  path: '/v1/bookings/{id}/cancel',
  operation: {
    operationId: 'cancelBooking',
    summary: 'Cancel a booking',
    tags: ['Bookings'],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: {} },
      { name: 'limit', in: 'query', required: true, schema: {} },
      { name: 'If-Match', in: 'header', schema: {} },
      { name: 'holdfast_session', in: 'cookie', schema: {} },
    ],
    responses: {},
  },
}
const REQUEST: SampleRequest = {
  operationId: 'cancelBooking',
  method: 'POST',
  template: '/v1/bookings/{id}/cancel',
  pathParameters: { id: 'bkg_1' },
  query: { limit: '2' },
  headers: {},
  credential: 'HOLDFAST_KEY',
  body: { reason: 'ill' },
  answersJson: true,
  isStream: false,
}

test('a trial begins with the examples, but not with the id of a resource that does not exist', () => {
  expect(trialOf(PLACED, REQUEST)).toEqual({
    summary: 'Cancel a booking',
    method: 'POST',
    template: '/v1/bookings/{id}/cancel',
    fields: [
      { name: 'id', in: 'path', value: '', example: 'bkg_1', isRequired: true },
      { name: 'limit', in: 'query', value: '2', example: '2', isRequired: true },
      { name: 'If-Match', in: 'header', value: '', example: '', isRequired: false },
    ],
    needsKey: true,
    body: { mediaType: 'application/json', text: '{\n  "reason": "ill"\n}' },
  })
})

test('a file is sent as it is', () => {
  const { body: _, ...request } = REQUEST
  const file = { mediaType: 'text/calendar', text: 'BEGIN:VCALENDAR' }
  expect(trialOf(PLACED, { ...request, file })?.body).toEqual(file)
})

test('a stream of events has no trial, since it does not end', () => {
  expect(trialOf(PLACED, { ...REQUEST, isStream: true })).toBeUndefined()
})

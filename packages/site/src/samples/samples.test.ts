import { expect, test } from 'vitest'
import type { PlacedOperation } from '../reference/openapi.ts'
import { samplesOf } from './samples.ts'

const PLACED: PlacedOperation = {
  method: 'POST',
  path: '/v1/bookings/{id}/cancel',
  operation: {
    operationId: 'cancelBooking',
    summary: 'Cancel a booking',
    tags: ['Bookings'],
    security: [{ apiKeyBearer: [] }],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string', example: 'bkg_1' } },
      { name: 'limit', in: 'query', required: true, schema: { type: 'integer', example: 2 } },
      { name: 'cursor', in: 'query', schema: { type: 'string' } },
    ],
    requestBody: {
      content: {
        'application/json': { example: { name: "Ada's", tags: [], note: null, more: {} } },
      },
    },
    responses: { 200: { description: 'The booking.', content: { 'application/json': {} } } },
  },
}

const codeOf = (title: string): string =>
  samplesOf(PLACED)?.samples.find((sample) => sample.title === title)?.code ?? ''

test('a sample sends the examples of the required parameters and of the body', () => {
  expect(samplesOf(PLACED)?.request).toEqual({
    operationId: 'cancelBooking',
    method: 'POST',
    template: '/v1/bookings/{id}/cancel',
    pathParameters: { id: 'bkg_1' },
    query: { limit: '2' },
    headers: {},
    credential: 'HOLDFAST_KEY',
    body: { name: "Ada's", tags: [], note: null, more: {} },
    answersJson: true,
    isStream: false,
  })
})

test('curl quotes what a shell would read', () => {
  expect(
    codeOf('curl'),
  ).toBe(`curl --request POST "$HOLDFAST_URL/v1/bookings/bkg_1/cancel?limit=2" \\
  --header "Authorization: Bearer $HOLDFAST_KEY" \\
  --header 'Content-Type: application/json' \\
  --data '{
  "name": "Ada'\\''s",
  "tags": [],
  "note": null,
  "more": {}
}'`)
})

test('TypeScript calls the method of the operation with its path and its body', () => {
  expect(codeOf('TypeScript')).toBe(`const answer = await holdfast.bookings.cancel(
  'bkg_1',
  { name: "Ada's", tags: [], note: null, more: {} },
)`)
})

test('TypeScript has numbers as numbers and lists as lists', () => {
  const slots: PlacedOperation = {
    method: 'GET',
    path: '/v1/slots',
    operation: {
      operationId: 'listSoonestSlots',
      summary: 'List the soonest slots',
      tags: ['Soonest slots'],
      parameters: [
        { name: 'seats', in: 'query', required: true, schema: { type: 'integer', example: 2 } },
        {
          name: 'eventTypeIds',
          in: 'query',
          required: true,
          schema: { type: 'array', items: { example: 'ety_1' } },
        },
        { name: 'X-Trace', in: 'header', required: true, schema: { example: 'a' } },
      ],
      responses: {},
    },
  }
  const sample = samplesOf(slots)?.samples.find(({ title }) => title === 'TypeScript')
  expect(sample?.code).toBe(`const answer = await holdfast.slots.list(
  {
    seats: 2,
    eventTypeIds: ['ety_01kqs3v7m8e2f4g6h8j0k2m4n6'],
  },
  { headers: { 'X-Trace': 'a' } },
)`)
})

test('Python has its own words for null and true', () => {
  expect(codeOf('Python')).toContain(
    'json={"name": "Ada\'s", "tags": [], "note": None, "more": {}},',
  )
})

test('PHP tells an empty object from an empty list', () => {
  expect(codeOf('PHP')).toContain(
    "json_encode([\n        'name' => 'Ada\\'s',\n        'tags' => [],\n        'note' => null,\n        'more' => new stdClass(),\n    ])",
  )
})

test('Go imports only what it uses', () => {
  expect(codeOf('Go')).toContain('import (\n\t"io"\n\t"net/http"\n\t"os"\n\t"strings"\n)')
})

test('a call that only pages of the server can make has no samples', () => {
  const { operation } = PLACED
  const cookieOnly = { ...PLACED, operation: { ...operation, security: [{ sessionCookie: [] }] } }
  expect(samplesOf(cookieOnly)).toBeUndefined()
})

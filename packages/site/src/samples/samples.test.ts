import { expect, test } from 'vitest'
import type { PlacedOperation } from '../reference/openapi.ts'
import { samplesOf } from './samples.ts'

const PLACED: PlacedOperation = {
  method: 'POST',
  path: '/v1/things/{id}',
  operation: {
    operationId: 'changeThing',
    summary: 'Change a thing',
    tags: ['Things'],
    security: [{ apiKeyBearer: [] }],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string', example: 'thg_1' } },
      { name: 'limit', in: 'query', required: true, schema: { type: 'integer', example: 2 } },
      { name: 'cursor', in: 'query', schema: { type: 'string' } },
    ],
    requestBody: {
      content: {
        'application/json': { example: { name: "Ada's", tags: [], note: null, more: {} } },
      },
    },
    responses: { 200: { description: 'The thing.', content: { 'application/json': {} } } },
  },
}

const codeOf = (title: string): string =>
  samplesOf(PLACED)?.samples.find((sample) => sample.title === title)?.code ?? ''

test('a sample sends the examples of the required parameters and of the body', () => {
  expect(samplesOf(PLACED)?.request).toEqual({
    operationId: 'changeThing',
    method: 'POST',
    template: '/v1/things/{id}',
    pathParameters: { id: 'thg_1' },
    query: { limit: '2' },
    headers: {},
    credential: 'HOLDFAST_KEY',
    body: { name: "Ada's", tags: [], note: null, more: {} },
    answersJson: true,
    isStream: false,
  })
})

test('curl quotes what a shell would read', () => {
  expect(codeOf('curl')).toBe(`curl --request POST "$HOLDFAST_URL/v1/things/thg_1?limit=2" \\
  --header "Authorization: Bearer $HOLDFAST_KEY" \\
  --header 'Content-Type: application/json' \\
  --data '{
  "name": "Ada'\\''s",
  "tags": [],
  "note": null,
  "more": {}
}'`)
})

test('TypeScript has numbers as numbers', () => {
  expect(codeOf('TypeScript')).toBe(`const answer = await unwrap(
  holdfast.POST('/v1/things/{id}', {
    params: { path: { id: 'thg_1' }, query: { limit: 2 } },
    body: { name: "Ada's", tags: [], note: null, more: {} },
  }),
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

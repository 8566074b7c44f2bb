import { beforeAll, expect, test } from 'vitest'
import { type OpenApi, openApi, type Schema, visitAllSchemas } from './document.ts'

let document: OpenApi
let schemas: readonly (readonly [place: string, schema: Schema])[]
beforeAll(async () => {
  document = await openApi()
  const found: (readonly [string, Schema])[] = []
  visitAllSchemas(document, (schema, place) => found.push([place, schema]))
  schemas = found
})

const allowsNull = ({ type }: Schema): boolean => type === 'null' || type?.includes('null') === true

test('a shared schema is never null itself, so that it is the same at all its uses', () => {
  const { components } = document
  const nullable = Object.entries(components.schemas).filter(([, schema]) => allowsNull(schema))
  expect(nullable.map(([name]) => name)).toEqual([])
})

test('no schema demands a shared schema and allows null at once', () => {
  const broken = schemas.filter(([, { allOf = [] }]) => allOf.some(allowsNull))
  expect(broken.map(([place]) => place)).toEqual([])
  expect(document.components.schemas.Calendar?.properties?.stayPolicy?.anyOf).toEqual([
    { $ref: '#/components/schemas/StayPolicy' },
    { type: 'null' },
  ])
})

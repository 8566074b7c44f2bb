import { beforeAll, expect, test } from 'vitest'
import { type OpenApi, openApi, operationsOf, type Schema, visitAllSchemas } from './document.ts'

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

const isDescribed = (schema: Schema): boolean => {
  const { $ref, description, allOf = [] } = schema
  const named = $ref && document.components.schemas[$ref.split('/').at(-1) ?? '']
  return Boolean(description) || Boolean(named && isDescribed(named)) || allOf.some(isDescribed)
}

test('every shared schema, every property and every parameter has a description', () => {
  const { components } = document
  const found = Object.entries(components.schemas).filter(([, schema]) => !isDescribed(schema))
  const missing = found.map(([name]) => name)
  for (const [place, { properties = {} }] of schemas) {
    for (const [name, property] of Object.entries(properties)) {
      if (!isDescribed(property)) missing.push(`${place}.${name}`)
    }
  }
  for (const { operationId, parameters = [] } of operationsOf(document)) {
    for (const { name, description } of parameters) {
      if (!description) missing.push(`${operationId}?${name}`)
    }
  }
  expect(missing).toEqual([])
})

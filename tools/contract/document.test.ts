import * as contracts from '@holdfast/contracts'
import { z } from '@hono/zod-openapi'
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

test('the examples of requests are valid, also by the rules that a schema cannot express', () => {
  const examples = new Map(
    operationsOf(document).flatMap(({ requestBody }) => {
      const { schema, example } = requestBody?.content['application/json'] ?? {}
      return schema?.$ref === undefined
        ? []
        : [[schema.$ref.split('/').at(-1) ?? '', example] as const]
    }),
  )
  expect(examples.size).toBeGreaterThan(20)
  for (const [name, example] of examples) {
    const schema: unknown = Reflect.get(contracts, name)
    if (!(schema instanceof z.ZodType)) throw new Error(`${name} is not exported`)
    expect([name, schema.safeParse(example).error?.issues]).toEqual([name, undefined])
  }
})

test('every operation and every webhook has a description and a group with a description', () => {
  const groups = new Map(document.tags?.map(({ name, description }) => [name, description]))
  for (const kind of ['paths', 'webhooks'] as const) {
    for (const { operationId, description, security, tags } of operationsOf(document, kind)) {
      expect([operationId, Boolean(description)]).toEqual([operationId, true])
      expect([operationId, Array.isArray(security)]).toEqual([operationId, true])
      expect([operationId, tags.map((tag) => Boolean(groups.get(tag)))]).toEqual([
        operationId,
        [true],
      ])
    }
  }
})

test('every JSON body and every JSON response of success has a whole example', () => {
  for (const { operationId, requestBody, responses } of operationsOf(document)) {
    const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    for (const body of [requestBody, ...answers.map(([, answer]) => answer)]) {
      const content = body?.content?.['application/json']
      expect([operationId, content && content.example === undefined]).toEqual([
        operationId,
        content && false,
      ])
    }
  }
})

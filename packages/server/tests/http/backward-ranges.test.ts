import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeSampleIds, samplesOf } from './support/samples.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

/** An operation of the OpenAPI document. */
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly in: string
    readonly name: string
    readonly schema: { readonly format?: string }
  }[]
}

/** The part of the OpenAPI document that names the parameters of each call. */
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

test('every call that reads a range refuses an end before its start', async () => {
  const samples = samplesOf(await makeSampleIds(server))
  const document: OpenApi = JSON.parse((await server.call('GET', '/openapi.json')).text)
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const refusals: string[] = []
  const expected: string[] = []
  for (const { operationId, parameters = [] } of operations) {
    const sample = samples.find((each) => each.operationId === operationId)
    const [from, to] = ['from', 'to'].map((end) =>
      parameters.find((each) => each.in === 'query' && each.name === end),
    )
    if (sample?.method !== 'GET' || !from || !to) continue
    const time = from.schema.format === 'date-time' ? 'T00:00:00Z' : ''
    const url = new URL(sample.path, 'http://localhost')
    // A date instead of a range.
    url.searchParams.delete('date')
    url.searchParams.set('from', `2026-04-28${time}`)
    url.searchParams.set('to', `2026-04-27${time}`)
    const { status, body } = await server.call('GET', `${url.pathname}${url.search}`)
    refusals.push(`${operationId} ${status} ${body?.code} ${body?.errors?.[0].pointer}`)
    expected.push(`${operationId} 422 validation_failed /query/to`)
  }
  expect(refusals).toEqual(expected)
  expect(expected.length).toBeGreaterThan(15)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  act,
  book,
  everyDay,
  expectStatus,
  makeEventType,
  makeProvider,
  SUNDAY,
} from '../support/fixtures.ts'
import { createAgent, createHttpClient } from '../support/http-client.ts'
import { type OtlpCollector, startOtlpCollector } from '../support/otlp-collector.ts'
import { startServerProcess } from '../support/server-process.ts'
import { until } from '../support/until.ts'

const API_KEY = 'hf_test_telemetry-0123456789abcd'
const METRICS_TOKEN = 'token-of-the-metrics'
/** A trace of the caller, as a gateway sends it. */
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER_SPAN = '00f067aa0ba902b7'

let collector: OtlpCollector
/** The names in `/metrics` while the server ran. */
let prometheusNames: readonly string[]
let bookingId: string

/** Runs a server that exports to the collector. Somebody books, and is emailed. The end exports the rest. */
beforeAll(async () => {
  collector = await startOtlpCollector()
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-telemetry-'))
  const server = await startServerProcess({
    dataDir,
    apiKey: API_KEY,
    sweeper: true,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      HOLDFAST_METRICS_TOKEN: METRICS_TOKEN,
    },
  })
  const agent = createAgent()
  const api = createHttpClient(agent, () => server.url, { authorization: `Bearer ${API_KEY}` })
  const traced = createHttpClient(agent, () => server.url, {
    authorization: `Bearer ${API_KEY}`,
    'x-request-id': 'request-of-the-test',
    traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-01`,
  })
  expectStatus(await api.put('/v1/test/clock', { now: SUNDAY }), 200)
  const provider = await makeProvider(api)
  const rules = everyDay({ start: '09:00', end: '17:00' })
  const eventType = await makeEventType(api, provider.id, { availabilityRules: rules })
  const held = await book(traced, { eventTypeId: eventType.id }, '2035-04-23T09:00:00Z', {
    name: 'wanda',
    more: { note: 'Vanishing tomorrow' },
  })
  const booking = expectStatus(held, 202)
  bookingId = booking.id
  expectStatus(await act(api, booking, 'confirm'), 200)
  expectStatus(await api.get('/v1/bookings?limit=77'), 200)
  await api.get('/v1/nothing/wanda@example.com')
  await until('the contact is known', async () => {
    const found = await api.get<{ readonly data: readonly unknown[] }>('/v1/contacts')
    return expectStatus(found, 200).data.length === 1
  })
  const metrics = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  prometheusNames = [...(await metrics.text()).matchAll(/^# TYPE (\w+)/gm)].map(
    ([, name = '']) => name,
  )
  await server.stop()
  await agent.close()
  await rm(dataDir, { recursive: true })
}, 60_000)
afterAll(() => collector.stop())

const named = (name: string) => collector.spans.filter((span) => span.name === name)

test('a request has a span in the trace of its caller, with its route, its status and its id', () => {
  const [span] = collector.spans.filter(
    ({ traceId, parentSpanId }) => traceId === TRACE_ID && parentSpanId === CALLER_SPAN,
  )
  expect(span).toMatchObject({
    name: 'POST /v1/bookings',
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/v1/bookings',
      'http.response.status_code': 202,
      'holdfast.request_id': 'request-of-the-test',
      'holdfast.account_hash': expect.stringMatching(/^[0-9a-f]{16}$/),
    },
  })
  expect(named('POST /v1/bookings/{id}/confirm')).toHaveLength(1)
})

test('the transaction of a request is a span within it', () => {
  const [request] = named('POST /v1/bookings')
  const inner = named('store transaction').filter((span) => span.parentSpanId === request?.spanId)
  expect(inner.map(({ attributes }) => attributes['holdfast.store.outcome'])).toEqual(['committed'])
})

test('each attempt of a task is a span, with the transactions that it made', () => {
  const [contact] = named('task contacts')
  expect(contact?.attributes).toMatchObject({
    'holdfast.event.type': 'booking.confirmed',
    'holdfast.task.outcome': 'done',
  })
  const inner = named('store transaction').filter((span) => span.parentSpanId === contact?.spanId)
  expect(inner.length).toBeGreaterThan(0)
})

test('what is exported has no names, addresses, paths, queries or ids of bookings', () => {
  const text = collector.text().toLowerCase()
  expect(text).toContain('holdfast.request_id')
  for (const word of ['wanda', 'vanishing', bookingId, '/v1/nothing', 'limit=77', API_KEY]) {
    expect(text).not.toContain(word.toLowerCase())
  }
})

test('the exported metrics are those of /metrics', () => {
  expect(prometheusNames).toContain('holdfast_store_transactions_total')
  expect([...collector.metrics.keys()].sort()).toEqual([...prometheusNames].sort())
  const transactions = collector.metrics.get('holdfast_store_transactions_total')
  expect(transactions?.sum?.isMonotonic).toBe(true)
  expect(transactions?.sum?.dataPoints).toContainEqual(
    expect.objectContaining({
      attributes: [{ key: 'outcome', value: { stringValue: 'committed' } }],
    }),
  )
  const durations = collector.metrics.get('holdfast_http_request_duration_seconds')
  const [point] = durations?.histogram?.dataPoints ?? []
  expect(point).toMatchObject({
    explicitBounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import { registerHooks } from 'node:module'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { startOtlpCollector } from '../../tests/support/otlp-collector.ts'
import { openTelemetry } from './open-telemetry.ts'

/** The modules of OpenTelemetry that are resolved while work runs. */
async function loadedBy(work: () => Promise<unknown>): Promise<readonly string[]> {
  const seen: string[] = []
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier.includes('@opentelemetry')) seen.push(specifier)
      return next(specifier, context)
    },
  })
  await work()
  hooks.deregister()
  return seen
}

const parts = () => ({ version: '1.0.0', registry: new Registry() })

test('without a collector, nothing of OpenTelemetry is loaded, and with one it is', async () => {
  const collector = await startOtlpCollector()
  const { endpoint } = collector
  const without = await loadedBy(async () => {
    expect(await openTelemetry({}, parts())).toBeUndefined()
    expect(await openTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, parts())).toBeUndefined()
    const disabled = { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
    expect(await openTelemetry(disabled, parts())).toBeUndefined()
  })
  expect(without).toEqual([])
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)
  const loaded = await loadedBy(async () => {
    const telemetry = await openTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, parts())
    expect(telemetry).toBeDefined()
    await telemetry?.stop()
  })
  vi.unstubAllEnvs()
  await collector.stop()
  expect(loaded.join()).toContain('@opentelemetry/sdk-trace')
})

test('a collector that takes nothing is reported once with its words, and once when it takes all again', async () => {
  let status = 404
  const asked = { traces: 0, metrics: 0 }
  const collector = createServer((request, response) => {
    asked[request.url === '/v1/traces' ? 'traces' : 'metrics'] += 1
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_METRIC_EXPORT_INTERVAL: '50',
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const said: string[] = []
  const telemetry = await openTelemetry(env, {
    ...parts(),
    onCollector: (signal, words) => said.push(`${signal}: ${words ?? 'fine'}`),
  })
  vi.unstubAllEnvs()
  const answer = telemetry?.fetch(() => new Response())
  /** Fills batches of spans, which are exported at once, until a condition holds. */
  const exportUntil = (condition: () => boolean) =>
    vi.waitUntil(
      async () => {
        for (let spans = 0; spans < 512; spans += 1)
          await Promise.resolve(answer?.(new Request('http://holdfast.test/')))
        return condition()
      },
      { timeout: 20_000 },
    )
  await exportUntil(() => asked.traces > 2 && asked.metrics > 2)
  expect(said.toSorted()).toEqual(['metrics: 404 Not Found', 'traces: 404 Not Found'])
  status = 200
  await exportUntil(() => said.length > 3)
  expect(said.slice(2).toSorted()).toEqual(['metrics: fine', 'traces: fine'])
  collector.closeAllConnections()
  collector.close()
  await once(collector, 'close')
  await telemetry?.stop()
  const unreachable = said.slice(4)
  expect(unreachable.length).toBeLessThanOrEqual(2)
  for (const line of unreachable) expect(line).toContain('ECONNREFUSED')
})

import { registerHooks } from 'node:module'
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

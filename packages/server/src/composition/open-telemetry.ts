import type { Registry } from 'prom-client'
import type { CollectorReport, Telemetry } from '../adapters/telemetry/telemetry.ts'
import { ConfigError, type Environment } from './environment.ts'

/** What is exported. */
export interface TelemetryParts {
  readonly version: string
  readonly registry: Registry
  readonly onCollector?: CollectorReport
}

/** The variables of which one turns the export on. */
const ENDPOINTS = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
] as const

/**
 * Starts the export of traces and metrics, if a collector is configured by the standard variables of
 * OpenTelemetry. Otherwise resolves with undefined, and loads nothing of it.
 */
export async function openTelemetry(
  env: Environment,
  parts: TelemetryParts,
): Promise<Telemetry | undefined> {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined
  if (!ENDPOINTS.some((name) => env[name])) return undefined
  try {
    const { startTelemetry } = await import('../adapters/telemetry/open-telemetry.ts')
    return startTelemetry({ ...parts, env })
  } catch (error) {
    // The cast: errors of the module loader have a code.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but OpenTelemetry is not installed. Run npm ci without --omit=optional, or remove the variable.',
      { cause: error },
    )
  }
}

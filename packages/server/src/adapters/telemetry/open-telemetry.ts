import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import type { ExportResult } from '@opentelemetry/core'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import { storeWith } from '../../kernel/items/store-with.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { prometheusMetrics } from './prometheus-metrics.ts'
import type { CollectorReport, Telemetry } from './telemetry.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What is exported. */
export interface TelemetryOptions {
  readonly version: string
  /** The metrics of the server. */
  readonly registry: Registry
  /** The standard variables. The exporters read theirs from the process. */
  readonly env: Environment
  readonly onCollector?: CollectorReport
}

const METRIC_INTERVAL_MILLISECONDS = 60_000
const STOP_MILLISECONDS = 3_000

/** Starts the export of traces and metrics over OTLP/HTTP, by the standard `OTEL_…` variables. */
export function startTelemetry({
  version,
  registry,
  env,
  onCollector,
}: TelemetryOptions): Telemetry {
  const resource = resourceFromAttributes({
    'service.name': 'holdfast',
    'service.version': version,
  }).merge(detectResources({ detectors: [envDetector] }))
  const traces = new TracerProvider({
    resource,
    sampler: samplerOf(env),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reported(new OTLPTraceExporter(), (words) => onCollector?.('traces', words)),
      }),
    ],
  })
  const interval = Number(env.OTEL_METRIC_EXPORT_INTERVAL) || METRIC_INTERVAL_MILLISECONDS
  const metrics = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: reported(new OTLPMetricExporter(), (words) => onCollector?.('metrics', words)),
        exportIntervalMillis: interval,
        exportTimeoutMillis: Math.min(interval, 30_000),
        metricProducers: [prometheusMetrics(registry, resource)],
      }),
    ],
  })
  return {
    ...tracing(traces),
    async stop() {
      const stopped = Promise.allSettled([traces.shutdown(), metrics.shutdown()])
      // The exporters retry for longer, but a collector that is out of reach must not hold up a stop.
      await Promise.race([stopped, sleep(STOP_MILLISECONDS, undefined, { ref: false })])
    },
  }
}

/** The sampler of `OTEL_TRACES_SAMPLER`. Default: every request, unless its caller samples and left it out. */
function samplerOf({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: share,
}: Environment): Sampler {
  const [, isParentBased, kind] =
    /^(parentbased_)?(.*)$/.exec(name || 'parentbased_always_on') ?? []
  const root =
    kind === 'always_off'
      ? new AlwaysOffSampler()
      : kind === 'traceidratio'
        ? new TraceIdRatioBasedSampler(share ? Number(share) : 1)
        : new AlwaysOnSampler()
  return isParentBased ? new ParentBasedSampler({ root }) : root
}

const propagator = new W3CTraceContextPropagator()
const HEADERS = {
  get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
  keys: (headers: Headers) => [...headers.keys()],
}

/** The parts that make spans. They use no global state, so that several servers can run in a process. */
function tracing(provider: TracerProvider): Omit<Telemetry, 'stop'> {
  const tracer = provider.getTracer('holdfast')
  const contexts = new AsyncLocalStorageContextManager().enable()

  const within = async <Value>(
    { name, kind, attributes, parent = contexts.active() }: SpanOf,
    work: (span: Span) => Promise<Value>,
  ): Promise<Value> => {
    const span = tracer.startSpan(name, { kind, ...(attributes && { attributes }) }, parent)
    try {
      return await contexts.with(trace.setSpan(parent, span), () => work(span))
    } catch (error) {
      fail(span, error instanceof Error ? error.name : 'unknown')
      throw error
    } finally {
      span.end()
    }
  }

  return {
    fetch:
      (fetch) =>
      (request, ...rest) =>
        within(
          {
            name: request.method,
            kind: SpanKind.SERVER,
            attributes: { 'http.request.method': request.method },
            parent: propagator.extract(ROOT_CONTEXT, request.headers, HEADERS),
          },
          async (span) => {
            const response = await fetch(request, ...rest)
            span.setAttribute('http.response.status_code', response.status)
            if (response.status >= 500) fail(span, String(response.status))
            return response
          },
        ),
    onRequest({ method, route, requestId, accountId }) {
      const span = trace.getSpan(contexts.active())
      span?.updateName(`${method} ${route}`)
      span?.setAttributes({
        'http.route': route,
        'holdfast.request_id': requestId,
        ...(accountId && { 'holdfast.account_hash': hash('sha256', accountId).slice(0, 16) }),
      })
    },
    store: (store) => tracedStore(store, within),
    consumers: (consumers) =>
      consumers.map((consumer) => ({
        ...consumer,
        handle: (task) =>
          within({ name: `task ${consumer.name}`, kind: SpanKind.CONSUMER }, async (span) => {
            const attempt = await consumer.handle(task)
            span.setAttributes({
              'holdfast.task.outcome': attempt.kind,
              'holdfast.event.type': task.event.type,
            })
            if (attempt.kind === 'retry' || attempt.kind === 'dead') fail(span, attempt.kind)
            return attempt
          }),
      })),
  }
}

interface SpanOf {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes?: Attributes
  /** Default: the active one. */
  readonly parent?: Context
}

type Within = <Value>(of: SpanOf, work: (span: Span) => Promise<Value>) => Promise<Value>

/** The message of an error may quote what a person entered, so only its kind is exported. */
function fail(span: Span, kind: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', kind)
}

const tracedStore = (store: Store, within: Within): Store =>
  storeWith(store, {
    transact: (...given) =>
      within({ name: 'store transaction', kind: SpanKind.CLIENT }, async (span) => {
        const outcome = await store.transact(...given)
        span.setAttributes({
          'holdfast.store.writes': given[0].length,
          'holdfast.store.outcome': outcome.committed ? 'committed' : 'conflict',
        })
        return outcome
      }),
  })

/** An exporter of traces or metrics, as far as its result counts. */
interface Exporter<Batch> {
  export(batch: Batch, done: (result: ExportResult) => void): void
}

/** Makes an exporter report, once per change, that the collector takes nothing, and that it takes it again. */
function reported<Batch, Kind extends Exporter<Batch>>(
  exporter: Kind & Exporter<Batch>,
  report: (words: string | undefined) => void,
): Kind {
  const send = exporter.export.bind(exporter)
  let isFailing = false
  exporter.export = (batch: Batch, done: (result: ExportResult) => void) =>
    send(batch, (result) => {
      const hasFailed = result.code !== ExportResultCode.SUCCESS
      if (hasFailed !== isFailing) report(hasFailed ? wordsOf(result.error) : undefined)
      isFailing = hasFailed
      done(result)
    })
  return exporter
}

/** The words of an error, with its code: a status of HTTP, or one of the network. */
function wordsOf(error: (Error & { readonly code?: string | number }) | undefined): string {
  if (error === undefined) return 'no reason given'
  const code = error.code === undefined ? [] : [String(error.code)]
  const isNamed = code.some((each) => error.message.includes(each))
  return [...(isNamed ? [] : code), error.message].filter((part) => part !== '').join(' ')
}

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'

type Value = { readonly stringValue?: string; readonly intValue?: number }

/** A received span, with the members that tests read. */
export interface ReceivedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly status: { readonly code?: number }
  readonly attributes: Readonly<Record<string, string | number | undefined>>
}

/** A received metric. */
export interface ReceivedMetric {
  readonly name: string
  readonly sum?: { readonly isMonotonic: boolean; readonly dataPoints: readonly object[] }
  readonly gauge?: { readonly dataPoints: readonly object[] }
  readonly histogram?: { readonly dataPoints: readonly object[] }
}

/** A collector of OpenTelemetry, OTLP over HTTP with JSON. */
export interface OtlpCollector {
  readonly endpoint: string
  readonly spans: readonly ReceivedSpan[]
  /** The metrics of the last export, by name. */
  readonly metrics: ReadonlyMap<string, ReceivedMetric>
  /** Everything that was received, as text. */
  text(): string
  stop(): Promise<void>
}

interface RawSpan extends Omit<ReceivedSpan, 'attributes'> {
  readonly attributes: readonly { readonly key: string; readonly value: Value }[]
}

interface Payload {
  readonly resourceSpans?: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[]
  }[]
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly ReceivedMetric[] }[]
  }[]
}

/** Starts a collector on a free port of the loopback interface. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: ReceivedSpan[] = []
  const metrics = new Map<string, ReceivedMetric>()
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    // The cast: exporters send what the protocol says.
    const payload = (await bodyOf(request)) as Payload
    bodies.push(JSON.stringify(payload))
    for (const { scopeSpans } of payload.resourceSpans ?? []) {
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        const attributes = Object.fromEntries(
          span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
        )
        spans.push({ ...span, attributes })
      }
    }
    for (const { scopeMetrics } of payload.resourceMetrics ?? []) {
      for (const metric of scopeMetrics.flatMap((scope) => scope.metrics)) {
        metrics.set(metric.name, metric)
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    text: () => bodies.join('\n'),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const bodyOf = (request: IncomingMessage): Promise<unknown> =>
  json(request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request)

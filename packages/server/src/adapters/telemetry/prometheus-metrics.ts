import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api'
import { hrTime, millisToHrTime } from '@opentelemetry/core'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'

type Value = MetricValue<string> & { readonly metricName?: string }
type Metric = MetricObjectWithValues<Value>

/** The times of data points: counts begin with the process. */
interface Period {
  readonly startTime: HrTime
  readonly endTime: HrTime
}

/** Reads the metrics of a registry at each export, so that a collector gets what `/metrics` shows. */
export function prometheusMetrics(registry: Registry, resource: Resource): MetricProducer {
  const startTime = millisToHrTime(Math.round(performance.timeOrigin))
  return {
    async collect() {
      const all = (await registry.getMetricsAsJSON()) as unknown as readonly Metric[]
      const period = { startTime, endTime: hrTime() }
      const metrics = all.map((metric) => metricData(metric, period))
      const scopeMetrics = [{ scope: { name: 'holdfast' }, metrics }]
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
    },
  }
}

function metricData(metric: Metric, period: Period): MetricData {
  const { name, help: description } = metric
  const common = {
    descriptor: { name, description, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  // The cast: the library types the kind of a metric as a numeric enum, but writes its name.
  const kind = metric.type as unknown as string
  if (kind === 'histogram') {
    const dataPoints = histogramPoints(metric.values, period)
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  const dataPoints = metric.values.map(
    ({ labels, value }): DataPoint<number> => ({
      ...period,
      attributes: attributesOf(labels),
      value,
    }),
  )
  return kind === 'counter'
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints }
}

const attributesOf = (labels: Readonly<Record<string, unknown>>): Attributes =>
  Object.fromEntries(
    Object.entries(labels).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )

/** Prometheus counts all values up to each bound; OpenTelemetry those between two bounds. */
function histogramPoints(values: readonly Value[], period: Period): DataPoint<Histogram>[] {
  const byLabels = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  return [...byLabels].map(([labels, group]) => {
    const named = (suffix: string) => group.filter(({ metricName }) => metricName?.endsWith(suffix))
    const cumulative = named('_bucket')
    const boundaries = cumulative
      .map(({ labels: { le } }) => Number(le))
      .filter((bound) => Number.isFinite(bound))
    const counts = cumulative.map(({ value }, index) => value - (cumulative[index - 1]?.value ?? 0))
    const [sum] = named('_sum')
    const [count] = named('_count')
    return {
      ...period,
      // The cast: it was an object of labels above.
      attributes: attributesOf(JSON.parse(labels) as Record<string, unknown>),
      value: { buckets: { boundaries, counts }, sum: sum?.value ?? 0, count: count?.value ?? 0 },
    }
  })
}

import { type ExportResult, ExportResultCode } from '@opentelemetry/core'

/** An exporter of traces or metrics, as far as its result counts. */
interface Exporter<Batch> {
  export(batch: Batch, done: (result: ExportResult) => void): void
}

/** Makes an exporter report, once per change, that the collector takes nothing, and that it takes it again. */
export function reported<Batch, Kind extends Exporter<Batch>>(
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

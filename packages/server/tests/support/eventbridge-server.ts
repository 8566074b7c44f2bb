import { randomUUID } from 'node:crypto'
import type { PutEventsResult } from '../../src/adapters/eventbridge/client.ts'
import { entryBytes, type PutEventsEntry } from '../../src/adapters/eventbridge/entries.ts'
import { type AwsServer, startAwsServer } from './aws-server.ts'

/** An EventBridge with only `PutEvents`, including its limits. */
export interface EventBridgeServer extends AwsServer {
  /** The accepted entries, in order. */
  readonly taken: readonly PutEventsEntry[]
  /** The entries of each received request. */
  calls(): readonly (readonly PutEventsEntry[])[]
  /** Fails entries of the next executed call, by index, with these error codes. */
  failEntries(codes: Readonly<Record<number, string>>): void
}

/** The limits of a call. Default: those of EventBridge. */
export interface EventBridgeLimits {
  readonly bytesPerCall?: number
}

const validationFailed = (message: string) => ({
  status: 400,
  body: { __type: 'ValidationException', message },
})

function errorOf(entry: PutEventsEntry): string | undefined {
  if (!entry.Source || !entry.DetailType || !entry.Detail) return 'InvalidArgument'
  try {
    JSON.parse(entry.Detail)
    return undefined
  } catch {
    return 'MalformedDetail'
  }
}

/** Starts an event bus on a free port of the loopback interface. */
export async function startEventBridge(limits: EventBridgeLimits = {}): Promise<EventBridgeServer> {
  const { bytesPerCall = 1024 * 1024 } = limits
  const taken: PutEventsEntry[] = []
  const failures: Readonly<Record<number, string>>[] = []

  const putEvents = ({ Entries }: { readonly Entries: readonly PutEventsEntry[] }) => {
    if (Entries.length < 1 || Entries.length > 10) {
      return validationFailed('Member must have length less than or equal to 10')
    }
    const bytes = Entries.reduce((sum, entry) => sum + entryBytes(entry), 0)
    if (bytes > bytesPerCall) {
      return validationFailed('Total size of the entries in the request is over the limit.')
    }
    const codes = failures.shift() ?? {}
    const results = Entries.map((entry, index): PutEventsResult => {
      const code = codes[index] ?? errorOf(entry)
      if (code !== undefined) return { ErrorCode: code, ErrorMessage: 'injected' }
      taken.push(entry)
      return { EventId: randomUUID() }
    })
    const FailedEntryCount = results.filter((result) => result.ErrorCode !== undefined).length
    return { status: 200, body: { FailedEntryCount, Entries: results } }
  }

  const server = await startAwsServer({
    service: 'events',
    contentType: 'application/x-amz-json-1.1',
    operations: { 'AWSEvents.PutEvents': putEvents },
  })
  return {
    ...server,
    taken,
    calls: () =>
      server.requests.map(
        (request) => (request as { readonly Entries: readonly PutEventsEntry[] }).Entries,
      ),
    failEntries: (codes) => void failures.push(codes),
  }
}

import {
  EventList,
  EventListQuery,
  EventStreamHeaders,
  EventStreamQuery,
} from '@holdfast/contracts'
import { ok, type Result, refuse } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import type { Caller } from '../../kernel/caller.ts'
import { type DomainEventName, eventRepresentation } from '../../kernel/events/event.ts'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { asRequest } from '../../kernel/retry.ts'
import { lastEventPosition, listEvents } from '../events/event-log.ts'
import { type EventStream, openEventStream } from './event-stream.ts'

const endpoint = accountEndpointOf('Events')

/** The most open streams of one account on one server. */
export const STREAMS_PER_ACCOUNT = 20
const FULL_RETRY_SECONDS = 5
const POLL_MILLISECONDS = 1_000
const HEARTBEAT_MILLISECONDS = 15_000
const EVENTS_PER_READ = 100

interface StreamWanted {
  readonly after: number | undefined
  readonly type: DomainEventName | undefined
}

/** Endpoints for the account's event log, as pages and as a stream. */
export function eventEndpoints(context: HttpContext): readonly AnyEndpoint[] {
  const { deps } = context
  const streams = createOpenStreams(context.stopping)
  return [
    endpoint({
      method: 'get',
      path: '/v1/events',
      operationId: 'listEvents',
      summary: 'List the events of the last 30 days',
      description:
        'In the order of publication. To get later events, send `lastPosition` as `after`.',
      query: EventListQuery,
      answers: { 200: { description: 'A page of events.', schema: EventList } },
      perform: async ({ caller, query: { after = 0, cursor, type, limit } }) =>
        ok(await listEvents(deps, caller, { afterPosition: cursor ?? after, limit, type })),
      answer: ({ data, lastPosition, more }) =>
        json({
          data: data.map(({ position, event }) => ({ position, ...eventRepresentation(event) })),
          nextCursor: more ? String(lastPosition) : null,
          lastPosition,
        }),
    }),
    endpoint({
      method: 'get',
      path: '/v1/events/stream',
      operationId: 'streamEvents',
      summary: 'Stream events as server-sent events',
      description:
        'The `id` of a message is the position, `event` is the type, and `data` is the event, identical to the webhook payload. Reconnect with `Last-Event-ID` to resume without missing events.',
      query: EventStreamQuery,
      headers: EventStreamHeaders,
      answers: {
        200: { description: 'The stream.', schema: z.string(), contentType: 'text/event-stream' },
      },
      problems: ['rate_limited'],
      perform: ({ caller, query: { after, type }, headers: { 'Last-Event-ID': last } }) =>
        openStream(context, streams, caller, { after: last ?? after, type }),
      answer: ({ body }) => ({
        status: 200,
        body,
        headers: {
          'content-type': 'text/event-stream',
          // Tells proxies not to buffer the response.
          'x-accel-buffering': 'no',
          // No request follows a stream on its connection, so a stopping server need not wait for it.
          connection: 'close',
        },
      }),
    }),
  ]
}

async function openStream(
  { deps, publications, stopping, settings }: HttpContext,
  streams: OpenStreams,
  caller: Caller,
  { after, type }: StreamWanted,
): Promise<Result<EventStream, Refusal>> {
  const position = after ?? (await lastEventPosition(deps, caller))
  const { accountId } = caller
  if (streams.count(accountId) >= STREAMS_PER_ACCOUNT) {
    return refuse({
      code: 'rate_limited',
      reason: `The account already has ${STREAMS_PER_ACCOUNT} open event streams on this server, the maximum. Close one first.`,
      retryAfterSeconds: FULL_RETRY_SECONDS,
    })
  }
  let forget = () => {}
  const stream = openEventStream({
    position,
    // A stream lasts longer than a request, so each of its reads is one.
    read: (afterPosition) =>
      asRequest(() => listEvents(deps, caller, { afterPosition, limit: EVENTS_PER_READ, type })),
    subscribe: (wake) => publications.subscribe(accountId, wake),
    onEnd: () => forget(),
    pollMilliseconds: POLL_MILLISECONDS,
    heartbeatMilliseconds: HEARTBEAT_MILLISECONDS,
    collectedMilliseconds: settings.collectedStreamMilliseconds,
  })
  forget = streams.add(accountId, stream.end)
  if (stopping.aborted) stream.end()
  return ok(stream)
}

/** The open event streams of a server. */
interface OpenStreams {
  /** Number of open streams of an account. */
  count(accountId: string): number
  /** Adds a stream. Returns a function that removes it. */
  add(accountId: string, end: () => void): () => void
}

/** Creates a list of open streams that ends all of them when the server stops. */
function createOpenStreams(stopping: AbortSignal): OpenStreams {
  const byAccount = new Map<string, Set<() => void>>()
  stopping.addEventListener('abort', () => {
    for (const streams of [...byAccount.values()]) for (const end of [...streams]) end()
  })
  return {
    count: (accountId) => byAccount.get(accountId)?.size ?? 0,
    add(accountId, end) {
      const streams = byAccount.get(accountId) ?? new Set()
      byAccount.set(accountId, streams)
      streams.add(end)
      return () => {
        streams.delete(end)
        if (streams.size === 0) byAccount.delete(accountId)
      }
    },
  }
}

import type { TestApp } from './app.ts'
import {
  BOOKER,
  book,
  eventTypeBody,
  makeEventType,
  makeProvider,
  NEXT_START,
  newSlug,
  PROVIDER,
  START,
} from './fixtures.ts'

/** A call of the first account that would succeed as it stands. */
export interface Sample {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
}

/** The ids that samples speak of, all of the first account. */
export interface SampleIds {
  readonly providerId: string
  readonly blockId: string
  readonly eventTypeId: string
  readonly bookingId: string
  readonly keyId: string
  readonly manageToken: string
}

/** Creates one of everything. */
export async function makeSampleIds({ call }: TestApp): Promise<SampleIds> {
  const eventType = await makeEventType(call)
  const provider = await makeProvider(call)
  const booking = await book(call, eventType.id)
  const block = await call('POST', `/v1/providers/${provider.id}/blocks`, {
    body: { start: START, end: '2026-04-27T08:00:00Z' },
  })
  const key = await call('POST', '/v1/api-keys', { body: { name: 'sample' } })
  return {
    providerId: provider.id,
    blockId: block.body.id,
    eventTypeId: eventType.id,
    bookingId: booking.id,
    keyId: key.body.id,
    manageToken: booking.manageToken,
  }
}

const DAY = 'from=2026-04-27&to=2026-04-28'

/** One call of every operation that needs a key. */
export function samplesOf(ids: SampleIds): readonly Sample[] {
  const { providerId, blockId, eventTypeId, bookingId, keyId } = ids
  const provider = `/v1/providers/${providerId}`
  const eventType = `/v1/event-types/${eventTypeId}`
  const booking = `/v1/bookings/${bookingId}`
  const sample = (
    operationId: string,
    call: string,
    body?: Readonly<Record<string, unknown>>,
  ): Sample => {
    const [method = '', path = ''] = call.split(' ')
    return { operationId, method, path, ...(body && { body }) }
  }
  return [
    sample('createApiKey', 'POST /v1/api-keys', { name: 'site' }),
    sample('listApiKeys', 'GET /v1/api-keys'),
    sample('revokeApiKey', `DELETE /v1/api-keys/${keyId}`),
    sample('createProvider', 'POST /v1/providers', PROVIDER),
    sample('listProviders', 'GET /v1/providers'),
    sample('getProvider', `GET ${provider}`),
    sample('updateProvider', `PATCH ${provider}`, { name: 'Ada' }),
    sample('deleteProvider', `DELETE ${provider}`),
    sample('openAvailability', `POST ${provider}/availability`, {
      date: '2026-05-04',
      startTime: '09:00',
      endTime: '12:00',
      slotDurationMinutes: 30,
    }),
    sample('listProviderSlots', `GET ${provider}/slots?date=2026-05-04`),
    sample('createBlock', `POST ${provider}/blocks`, {
      start: '2026-05-05T07:00:00Z',
      end: '2026-05-05T08:00:00Z',
    }),
    sample('listBlocks', `GET ${provider}/blocks`),
    sample('deleteBlock', `DELETE ${provider}/blocks/${blockId}`),
    sample('createEventType', 'POST /v1/event-types', eventTypeBody(providerId)),
    sample('listEventTypes', 'GET /v1/event-types'),
    sample('getEventTypeBySlug', `GET /v1/event-types/by-slug/${newSlug()}`),
    sample('getEventType', `GET ${eventType}`),
    sample('updateEventType', `PATCH ${eventType}`, { title: 'Second visit' }),
    sample('activateEventType', `POST ${eventType}/activate`, {}),
    sample('deactivateEventType', `POST ${eventType}/deactivate`, {}),
    sample('listSlots', `GET ${eventType}/slots?${DAY}`),
    sample('explainSlot', `GET ${eventType}/slots/explain?start=${START}`),
    sample('createBooking', 'POST /v1/bookings', {
      eventTypeId,
      start: NEXT_START,
      booker: BOOKER,
    }),
    sample('listBookings', `GET /v1/bookings?eventTypeId=${eventTypeId}`),
    sample('getBooking', `GET ${booking}`),
    sample('confirmBooking', `POST ${booking}/confirm`, {}),
    sample('cancelBooking', `POST ${booking}/cancel`, { reason: 'ill' }),
    sample('rescheduleBooking', `POST ${booking}/reschedule`, { start: NEXT_START }),
    sample('completeBooking', `POST ${booking}/complete`, {}),
    sample('markNoShow', `POST ${booking}/no-show`, {}),
  ]
}

import { api, type EventType, ifMatch, unwrap } from '../api.ts'
import { saveDates } from '../hours/save-dates.ts'
import { bodyOf, changedDatesOf, changeOf, type Draft } from './draft.ts'

/**
 * Saves an event type. Changes of dates alone are saved date by date, so that dates stay that somebody else has changed
 * meanwhile. Everything else is one call, which the server refuses if the event type has changed.
 */
export async function saveEventType(
  eventType: EventType | undefined,
  draft: Draft,
): Promise<EventType> {
  if (eventType === undefined) {
    const body = { providerId: draft.providerId, ...bodyOf(draft) }
    return unwrap(api.POST('/v1/event-types', { body }))
  }
  const { id } = eventType
  const dates = changedDatesOf(draft, eventType)
  if (dates === undefined) {
    const params = { path: { id }, header: ifMatch(eventType) }
    return unwrap(api.PATCH('/v1/event-types/{id}', { params, body: changeOf(draft, eventType) }))
  }
  const path = '/v1/event-types/{id}/date-overrides/{date}'
  await saveDates(dates, {
    set: (date, windows) =>
      unwrap(api.PUT(path, { params: { path: { id, date } }, body: { windows } })),
    remove: (date) => unwrap(api.DELETE(path, { params: { path: { id, date } } })),
  })
  return unwrap(api.GET('/v1/event-types/{id}', { params: { path: { id } } }))
}

import type {
  ConferenceState,
  VendorAnswer,
  VendorCall,
} from '../../external-calendars/ports/calendar-vendor.ts'
import { isJson, type Json, type JsonCaller, unexpectedStatus, webAddressOf } from './json-call.ts'

/** The members of an event that `conferenceState` reads. */
export const MEETING_FIELDS = 'isOnlineMeeting,onlineMeeting'

/** Whether an event is a Teams meeting. Graph never removes a meeting from an event. */
export const isMeeting = ({ isOnlineMeeting }: Json): boolean => isOnlineMeeting === true

/** Reads the meeting of an event. Graph may create it after the event. */
export function conferenceState(event: Json): ConferenceState {
  if (!isMeeting(event)) return { kind: 'absent' }
  const { onlineMeeting } = event
  const url = isJson(onlineMeeting) ? webAddressOf(onlineMeeting.joinUrl) : undefined
  return url === undefined ? { kind: 'pending' } : { kind: 'created', url }
}

/** Where the text of Teams begins in the body of an event: at a line of underscores, in an element of its own. */
const MEETING_TEXT = /(?:<div[^>]*>\s*)?(?:<span[^>]*>\s*)?_{20,}/i

/**
 * The body of a meeting with another description. An event whose body loses the text of Teams is no meeting any
 * more, so that text is kept. Undefined if the body does not contain it: then it must not be written.
 */
export function bodyWithMeeting(description: string, { body }: Json): Json | undefined {
  const content = isJson(body) && typeof body.content === 'string' ? body.content : ''
  const start = content.search(MEETING_TEXT)
  if (start < 0) return undefined
  const text = escapeHtml(description).replaceAll('\n', '<br>')
  return { contentType: 'html', content: `<html><body>${text}<br>${content.slice(start)}` }
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Reads the meeting of an event. A deleted event has none. */
export async function readConference(
  call: JsonCaller,
  access: VendorCall,
  api: string,
  eventId: string,
): Promise<VendorAnswer<ConferenceState>> {
  const url = `${api}/me/events/${encodeURIComponent(eventId)}?$select=${MEETING_FIELDS}`
  const answer = await call(access, { method: 'GET', url })
  if (answer.kind !== 'answered') return answer
  if (answer.status === 404 || answer.status === 410) {
    return { kind: 'done', value: { kind: 'absent' } }
  }
  return answer.status === 200
    ? { kind: 'done', value: conferenceState(answer.body) }
    : unexpectedStatus(answer)
}

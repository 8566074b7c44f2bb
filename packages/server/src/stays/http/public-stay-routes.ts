import { PublicStay, PublicStayCreate, PublicStays, PublicStaysQuery } from '@holdfast/contracts'
import { refuse } from '@holdfast/engine'
import { HoldCaps } from '../../identity/limits/hold-caps.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { created, json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { dayNumberOf } from '../../kernel/http/instants.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { guestOf } from '../calendars/calendar-event.ts'
import { calendarEventRepresentation } from '../calendars/calendar-event-representation.ts'
import { calendarRepresentation } from '../calendars/calendar-representation.ts'
import { nightText } from '../calendars/nights.ts'
import { createPublicStay, findPublicCalendar, listPublicNights } from '../public/public-stays.ts'

const tag = 'Public pages'
const access = 'public'
const path = '/v1/stays/{id}'
const params = idParam('calendar')

/** A stay is not confirmed by anything but its guest's word, so it counts against the caps for a day. */
const COUNTS_SECONDS = 86_400

/** What a guest without a key can call, of calendars that have a public page. */
export function publicStayEndpoints({ deps }: HttpContext): readonly AnyEndpoint[] {
  const caps = new HoldCaps()
  return [
    endpoint({
      method: 'get',
      path,
      operationId: 'getPublicStays',
      tag,
      summary: 'Which nights of a public calendar are free, and its rules',
      access,
      params,
      query: PublicStaysQuery,
      answers: { 200: { description: 'The calendar and its nights.', schema: PublicStays } },
      perform: ({ params: { id }, query: { from, to } }) =>
        listPublicNights(deps, id, { fromDay: dayNumberOf(from), toDay: dayNumberOf(to) }),
      answer: ({ calendar, nights }) => {
        const { name, timeZone, stayPolicy } = calendarRepresentation(calendar)
        const listed = nights.map(({ day, status }) => ({ date: nightText(day), status }))
        return json({ name, timeZone, stayPolicy, nights: listed })
      },
    }),
    endpoint({
      method: 'post',
      path,
      operationId: 'createPublicStay',
      tag,
      summary: 'Take a stay without a key',
      description:
        'The manageToken of the answer is the credential for this one stay; the guest is mailed an invitation with a link that holds it, and what becomes of the stay. An Idempotency-Key of a public call should be random.',
      access,
      params,
      body: PublicStayCreate,
      answers: {
        201: { description: 'The stay.', schema: PublicStay },
      },
      problems: ['rate_limited', 'not_found', 'night_taken', 'stay_not_bookable'],
      perform: async ({ caller, params: { id }, body }) => {
        const found = await findPublicCalendar(deps, id)
        if (!found.ok) return found
        const calendar = found.value
        const wanted = {
          providerId: calendar.id,
          clientNetwork: caller.clientNetwork ?? 'unknown',
          email: body.guest.email,
        }
        const now = epochSeconds(deps.clock)
        const refusal = caps.refusal(wanted, now)
        if (refusal) return refuse(refusal)
        const taken = await createPublicStay(deps, caller, calendar, {
          arrivalDay: dayNumberOf(body.arrival),
          departureDay: dayNumberOf(body.departure),
          guest: guestOf(body.guest),
          note: body.note,
        })
        if (taken.ok) caps.record(wanted, now + COUNTS_SECONDS, now)
        return taken
      },
      answer: (stay) => {
        const { id, version, start, end } = calendarEventRepresentation(stay)
        const manageToken = deps.secrets.manageToken(id)
        return created(
          { id, version, arrival: start, departure: end, manageToken },
          `/v1/stays/${stay.calendarId}/${id}`,
        )
      },
    }),
  ]
}

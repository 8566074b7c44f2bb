import { PublicStay, PublicStayCreate, PublicStays, PublicStaysQuery } from '@holdfast/contracts'
import { publicAccountRepresentation } from '../../identity/accounts/public-account-representation.ts'
import { PUBLIC_CAPS } from '../../identity/limits/cap-sizes.ts'
import { takeStay } from '../../identity/limits/public-caps.ts'
import { spendProof } from '../../identity/limits/spent-proof.ts'
import { created, json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { dayNumberOf } from '../../kernel/http/instants.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { guestFrom } from '../calendars/calendar-event.ts'
import { calendarEventRepresentation } from '../calendars/calendar-event-representation.ts'
import { calendarRepresentation } from '../calendars/calendar-representation.ts'
import { nightText } from '../calendars/nights.ts'
import { createPublicStay, findPublicCalendar, listPublicNights } from '../public/public-stays.ts'

const endpoint = endpointOf('Public pages')
const access = 'public'
const path = '/v1/stays/{id}'
const params = idParam('calendar')

/** Endpoints for guests without an API key, on calendars with a public page. */
export function publicStayEndpoints({
  deps,
  proofOfWork,
  settings,
}: HttpContext): readonly AnyEndpoint[] {
  const { publicCaps: caps = PUBLIC_CAPS, publicGuard: guard } = settings
  return [
    endpoint({
      method: 'get',
      path,
      operationId: 'getPublicStays',
      summary: 'Read the nights and rules of a public calendar',
      description: 'What a booking page for stays shows. It names no guest.',
      access,
      params,
      query: PublicStaysQuery,
      answers: { 200: { description: 'The calendar and its nights.', schema: PublicStays } },
      problems: ['account_suspended'],
      perform: ({ params: { id }, query: { from, to, accountSlug } }) => {
        const range = { fromDay: dayNumberOf(from), toDay: dayNumberOf(to) }
        return listPublicNights(deps, id, range, accountSlug)
      },
      answer: ({ calendar, account, nights }) => {
        const { name, timeZone, stayPolicy } = calendarRepresentation(calendar)
        const listed = nights.map(({ day, status }) => ({ date: nightText(day), status }))
        return json({
          name,
          timeZone,
          stayPolicy,
          account: publicAccountRepresentation(account),
          nights: listed,
        })
      },
    }),
    endpoint({
      method: 'post',
      path,
      operationId: 'createPublicStay',
      summary: 'Book a stay without an API key',
      description:
        'The `manageToken` in the response gives access to this stay. The server emails the guest an invitation with a manage link, and later changes. An Idempotency-Key applies only to retries from the same network address.',
      access,
      params,
      body: PublicStayCreate,
      answers: {
        201: { description: 'The stay.', schema: PublicStay },
      },
      problems: [
        'rate_limited',
        'proof_of_work_required',
        'not_found',
        'account_suspended',
        'night_taken',
        'stay_not_bookable',
      ],
      perform: async ({ caller, params: { id }, body }) => {
        const proof = await spendProof({ deps, proofOfWork, guard }, caller, body.proofOfWork)
        if (!proof.ok) return proof
        const found = await findPublicCalendar(deps, id, body.accountSlug)
        if (!found.ok) return found
        const { calendar } = found.value
        const [arrivalDay, departureDay] = [dayNumberOf(body.arrival), dayNumberOf(body.departure)]
        const counted = await takeStay(
          { deps, caps },
          {
            ...caller,
            accountId: calendar.accountId,
            email: body.guest.email,
            proof: proof.value,
          },
          Math.max(1, departureDay - arrivalDay),
        )
        if (!counted.ok) return counted
        return createPublicStay(deps, caller, calendar, {
          arrivalDay,
          departureDay,
          guest: guestFrom(body.guest),
          note: body.note,
        })
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

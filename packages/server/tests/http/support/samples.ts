import { setSimulatedBusy } from '../../../src/external-calendars/connections/simulated-calendar.ts'
import { absenceSamples } from './absence-samples.ts'
import type { TestApp } from './app.ts'
import type { Sent } from './call.ts'
import { type ContactIds, contactSamples, makeContactIds } from './contact-samples.ts'
import {
  BOOKER,
  book,
  eventTypeBody,
  makeBooking,
  makeEventType,
  makeProvider,
  makeStayType,
  NEXT_START,
  newSlug,
  PROVIDER,
  START,
} from './fixtures.ts'
import { makeHeldDeposit } from './held-deposit.ts'
import { orderSamples } from './order-samples.ts'
import { makePaidBooking } from './paid-booking.ts'
import { type Sample, sample } from './sample.ts'
import {
  CLOSURE,
  DIARY,
  FILE,
  GUEST_STAY,
  HOUSE,
  MEMBER,
  MESSAGE,
  PROPERTY,
  RATE_PLAN,
  REGISTRATION,
  SCHEDULE,
  STAY,
  TALK,
  TIME_OFF,
  TRAINING,
  WAITING,
} from './sample-bodies.ts'
import { makePhoto, unitSamples } from './unit-samples.ts'
import { workOnce } from './work.ts'

export type { Sample } from './sample.ts'

/** What a test sends to make the call of a sample. */
export const sentBy = ({ body, file, fileType = 'text/calendar' }: Sample): Sent => ({
  ...(body && { body }),
  ...(file !== undefined && { rawBody: file, headers: { 'content-type': fileType } }),
})

/** The ids that samples speak of, all of the first account. */
export interface SampleIds extends ContactIds {
  readonly providerId: string
  readonly blockId: string
  readonly propertyId: string
  readonly photoId: string
  readonly stayTypeId: string
  readonly unitId: string
  readonly ratePlanId: string
  readonly scheduleId: string
  readonly timeOffId: string
  readonly absenceId: string
  readonly closureId: string
  readonly eventTypeId: string
  readonly bookingId: string
  readonly bookingGroupId: string
  readonly waitlistEventTypeId: string
  readonly waitlistEntryId: string
  readonly paidBookingId: string
  readonly orderId: string
  readonly depositBookingId: string
  readonly keyId: string
  readonly memberId: string
  readonly webhookEndpointId: string
  readonly deliveryId: string
  readonly deadLetterId: string
  readonly calendarId: string
  readonly calendarEventId: string
  readonly guestStayId: string
  readonly diaryId: string
  readonly recurringEventId: string
  readonly manageToken: string
}

/** A date that is open. */
const OPENED = '2026-05-06'

/** Creates one of everything; without `hasDeposit`, no stay with a security deposit. */
export async function makeSampleIds(server: TestApp, hasDeposit = true): Promise<SampleIds> {
  const { call, deps } = server
  const eventType = await makeEventType(call)
  const provider = await makeProvider(call)
  const booking = await book(call, eventType.id)
  const grouped = await makeEventType(call)
  const group = await call('POST', '/v1/booking-groups', {
    body: { items: [{ eventTypeId: grouped.id, start: START }], booker: BOOKER },
  })
  const waited = await makeEventType(call, { waitlist: {} })
  const waiting = await call('POST', `/v1/event-types/${waited.id}/waitlist`, { body: WAITING })
  const block = await call('POST', `/v1/providers/${provider.id}/blocks`, {
    body: { start: START, end: '2026-04-27T08:00:00Z' },
  })
  const property = await call('POST', '/v1/properties', { body: PROPERTY })
  const ratePlan = await call('POST', '/v1/rate-plans', { body: RATE_PLAN })
  const stayType = await makeStayType(call, { ratePlanIds: [ratePlan.body.id] })
  const schedule = await call('POST', '/v1/schedules', { body: SCHEDULE })
  const timeOff = await call('POST', `/v1/providers/${provider.id}/time-off`, { body: TIME_OFF })
  const closure = await call('POST', '/v1/closures', {
    body: { ...CLOSURE, providerIds: [provider.id] },
  })
  const absence = await call('POST', '/v1/absences', {
    body: { ...TRAINING, providerIds: [provider.id] },
  })
  await call('POST', `/v1/providers/${provider.id}/availability`, {
    body: { date: OPENED, startTime: '09:00', endTime: '12:00', slotDurationMinutes: 30 },
  })
  await setSimulatedBusy(deps, provider.id, [])
  await call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  const paid = await makePaidBooking(server)
  const key = await call('POST', '/v1/api-keys', { body: { name: 'sample' } })
  const member = await call('POST', '/v1/members', { body: MEMBER })
  const webhookEndpoint = await call('POST', '/v1/webhook-endpoints', {
    body: { url: 'https://example.com/hook' },
  })
  const { id: webhookEndpointId } = webhookEndpoint.body
  const delivery = await call('POST', `/v1/webhook-endpoints/${webhookEndpointId}/test`)
  const confirmed = await makeBooking(call)
  await call('POST', `/v1/bookings/${confirmed.id}/confirm`)
  await workOnce(deps)
  const contactIds = await makeContactIds(call)
  const deadLetters = await call('GET', '/v1/dead-letters?limit=1')
  const calendar = await call('POST', '/v1/calendars', {
    body: { ...HOUSE, publicStays: true },
  })
  const stay = await call('POST', `/v1/calendars/${calendar.body.id}/events`, { body: STAY })
  const guestStay = await call('POST', `/v1/stays/${calendar.body.id}`, { body: GUEST_STAY })
  const diary = await call('POST', '/v1/calendars', { body: DIARY })
  const meeting = await call('POST', `/v1/calendars/${diary.body.id}/events`, {
    body: { ...TALK, recurrence: { rrule: 'FREQ=WEEKLY' } },
  })
  return {
    blockId: block.body.id,
    propertyId: property.body.id,
    photoId: await makePhoto(call),
    stayTypeId: stayType.id,
    unitId: stayType.providerId,
    ratePlanId: ratePlan.body.id,
    scheduleId: schedule.body.id,
    timeOffId: timeOff.body.id,
    absenceId: absence.body.id,
    closureId: closure.body.id,
    eventTypeId: eventType.id,
    bookingId: booking.id,
    bookingGroupId: group.body.id,
    waitlistEventTypeId: waited.id,
    waitlistEntryId: waiting.body.id,
    ...{ paidBookingId: paid.id, providerId: provider.id, orderId: paid.orderId },
    depositBookingId: hasDeposit ? (await makeHeldDeposit(server)).id : paid.id,
    keyId: key.body.id,
    memberId: member.body.id,
    webhookEndpointId,
    deliveryId: delivery.body.id,
    ...contactIds,
    deadLetterId: deadLetters.body.data[0]?.id ?? '',
    calendarId: calendar.body.id,
    calendarEventId: stay.body.id,
    guestStayId: guestStay.body.id,
    diaryId: diary.body.id,
    recurringEventId: meeting.body.id,
    manageToken: booking.manageToken,
  }
}

const DAY = 'from=2026-04-27&to=2026-04-28'
const HOURS = 'from=2026-04-27T00:00:00Z&to=2026-04-28T00:00:00Z'

/** One call of every operation that needs a key. */
export function samplesOf(ids: SampleIds): readonly Sample[] {
  const { providerId, eventTypeId, bookingId, keyId } = ids
  const provider = `/v1/providers/${providerId}`
  const member = `/v1/members/${ids.memberId}`
  const schedule = `/v1/schedules/${ids.scheduleId}`
  const eventType = `/v1/event-types/${eventTypeId}`
  const booking = `/v1/bookings/${bookingId}`
  const group = `/v1/booking-groups/${ids.bookingGroupId}`
  const webhook = `/v1/webhook-endpoints/${ids.webhookEndpointId}`
  const delivery = `${webhook}/deliveries/${ids.deliveryId}`
  const calendar = `/v1/calendars/${ids.calendarId}`
  const calendarEvent = `${calendar}/events/${ids.calendarEventId}`
  const guestStay = `/v1/stays/${ids.calendarId}/${ids.guestStayId}`
  const meetings = `/v1/calendars/${ids.diaryId}/events/${ids.recurringEventId}`
  const occurrence = `${meetings}/occurrences/2026-06-01T09:00:00Z`
  return [
    sample('listMessages', 'GET /v1/messages'),
    sample('getMessage', 'GET /v1/messages/reminder/en'),
    sample('changeMessage', 'PUT /v1/messages/reminder/en', MESSAGE),
    sample('previewMessage', 'POST /v1/messages/reminder/en/preview', MESSAGE),
    sample('resetMessage', 'DELETE /v1/messages/reminder/en'),
    sample('createApiKey', 'POST /v1/api-keys', { name: 'site' }),
    sample('listApiKeys', 'GET /v1/api-keys'),
    sample('revokeApiKey', `DELETE /v1/api-keys/${keyId}`),
    sample('getSession', 'GET /v1/session'),
    sample('deleteSession', 'DELETE /v1/session'),
    sample('listSessions', 'GET /v1/sign-in/sessions'),
    sample('revokeSession', 'DELETE /v1/sign-in/sessions/ses_01kqs3v7m8e2f4g6h8j0k2m4n6'),
    sample('listOwnAccounts', 'GET /v1/sign-in/accounts'),
    sample('switchAccount', 'POST /v1/sign-in/switch', {
      accountId: 'acc_01kqs3v7m8e2f4g6h8j0k2m4n6',
    }),
    sample('beginPasskeyRegistration', 'POST /v1/sign-in/passkeys/registration-options'),
    sample('createPasskey', 'POST /v1/sign-in/passkeys', {
      name: 'Laptop',
      challengeId: 'unknown',
      response: REGISTRATION,
    }),
    sample('listPasskeys', 'GET /v1/sign-in/passkeys'),
    sample('renamePasskey', 'PATCH /v1/sign-in/passkeys/psk_01kqs3v7m8e2f4g6h8j0k2m4n6', {
      name: 'Phone',
    }),
    sample('deletePasskey', 'DELETE /v1/sign-in/passkeys/psk_01kqs3v7m8e2f4g6h8j0k2m4n6'),
    sample('createMember', 'POST /v1/members', { ...MEMBER, email: 'new@example.com' }),
    sample('listMembers', 'GET /v1/members'),
    sample('getMember', `GET ${member}`),
    sample('updateMember', `PATCH ${member}`, { role: 'scheduler' }),
    sample('removeMember', `DELETE ${member}`),
    sample('resendInvitation', `POST ${member}/resend-invitation`),
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
    sample('listAvailability', `GET ${provider}/availability?from=2026-05-01&to=2026-06-01`),
    sample('closeAvailability', `DELETE ${provider}/availability/${OPENED}`),
    sample('listProviderSlots', `GET ${provider}/slots?date=2026-05-04`),
    ...absenceSamples(ids),
    ...unitSamples(ids),
    sample('createSchedule', 'POST /v1/schedules', SCHEDULE),
    sample('listSchedules', 'GET /v1/schedules'),
    sample('getSchedule', `GET ${schedule}`),
    sample('updateSchedule', `PATCH ${schedule}`, { name: 'Summer hours' }),
    sample('setScheduleDate', `PUT ${schedule}/date-overrides/2026-12-24`, { windows: [] }),
    sample('removeScheduleDate', `DELETE ${schedule}/date-overrides/2026-12-24`),
    sample('deleteSchedule', `DELETE ${schedule}`),
    sample('listCalendarConnections', `GET ${provider}/calendar-connections`),
    sample('connectFeed', `PUT ${provider}/calendar-connections/ical`, {
      url: 'https://example.com/calendar.ics',
      policy: { refreshMinutes: 5 },
    }),
    sample('authorizeCalendar', `POST ${provider}/calendar-connections/google/authorize`, {
      calendarIds: ['primary'],
    }),
    sample('updateCalendarConnection', `PATCH ${provider}/calendar-connections/simulated`, {
      policy: { whenCheckFails: 'use_cache' },
      calendarIds: ['primary'],
    }),
    sample('disconnectCalendar', `DELETE ${provider}/calendar-connections/simulated`),
    sample('listBusyTimes', `GET ${provider}/busy?${HOURS}`),
    sample('connectPaymentVendor', 'PUT /v1/payment-connection', { kind: 'simulated' }),
    sample('getPaymentConnection', 'GET /v1/payment-connection'),
    sample('listPayments', 'GET /v1/payments'),
    sample('downloadPayments', 'GET /v1/payments.csv'),
    sample('refundBooking', `POST /v1/bookings/${ids.paidBookingId}/refund`, { amount: 1000 }),
    ...orderSamples(ids),
    sample('disconnectPaymentVendor', 'DELETE /v1/payment-connection'),
    sample('createEventType', 'POST /v1/event-types', eventTypeBody(providerId)),
    sample('listEventTypes', 'GET /v1/event-types'),
    sample(
      'getEventTypeBySlug',
      `GET /v1/event-types/by-slug/${newSlug()}?providerId=${providerId}`,
    ),
    sample('getEventType', `GET ${eventType}`),
    sample('updateEventType', `PATCH ${eventType}`, { title: 'Second visit' }),
    sample('setEventTypeDate', `PUT ${eventType}/date-overrides/2026-12-24`, { windows: [] }),
    sample('removeEventTypeDate', `DELETE ${eventType}/date-overrides/2026-12-24`),
    sample('deleteEventType', `DELETE ${eventType}`),
    sample('activateEventType', `POST ${eventType}/activate`, {}),
    sample('deactivateEventType', `POST ${eventType}/deactivate`, {}),
    sample('listSlots', `GET ${eventType}/slots?${DAY}`),
    sample('explainSlot', `GET ${eventType}/slots/explain?start=${START}`),
    sample('listClassSessions', `GET ${eventType}/sessions?${DAY}`),
    sample('cancelClassSession', `POST ${eventType}/sessions/${START}/cancel`, { reason: 'ill' }),
    sample('rescheduleClassSession', `POST ${eventType}/sessions/${START}/reschedule`, {
      start: NEXT_START,
    }),
    sample('reassignClassSession', `POST ${eventType}/sessions/${START}/reassign`, {}),
    sample('listSoonestSlots', `GET /v1/slots?eventTypeIds=${eventTypeId}`),
    sample('changeBookings', 'POST /v1/bookings/bulk', {
      action: 'cancel',
      bookingIds: [bookingId],
    }),
    sample('createBookingGroup', 'POST /v1/booking-groups', {
      items: [{ eventTypeId: ids.waitlistEventTypeId, start: '2026-05-11T07:00:00Z' }],
      booker: BOOKER,
    }),
    sample('listBookingGroups', 'GET /v1/booking-groups'),
    sample('getBookingGroup', `GET ${group}`),
    sample('getBookingGroupDetails', `GET ${group}/details`),
    sample('confirmBookingGroup', `POST ${group}/confirm`, {}),
    sample('rescheduleBookingGroup', `POST ${group}/reschedule`, { shiftMinutes: 1440 }),
    sample('cancelBookingGroup', `POST ${group}/cancel`, { scope: 'all' }),
    sample('joinWaitlist', `POST /v1/event-types/${ids.waitlistEventTypeId}/waitlist`, {
      ...WAITING,
      booker: { name: 'Eve', email: 'eve@example.com' },
    }),
    sample('listWaitlist', `GET /v1/event-types/${ids.waitlistEventTypeId}/waitlist`),
    sample('getWaitlistEntry', `GET /v1/waitlist/${ids.waitlistEntryId}`),
    sample('leaveWaitlist', `DELETE /v1/waitlist/${ids.waitlistEntryId}`),
    sample('createBooking', 'POST /v1/bookings', {
      eventTypeId,
      start: NEXT_START,
      booker: BOOKER,
    }),
    sample('listBookings', `GET /v1/bookings?eventTypeId=${eventTypeId}`),
    sample('getBooking', `GET ${booking}`),
    sample('getBookingDetails', `GET ${booking}/details`),
    sample('listMoveSlots', `GET ${booking}/slots?${DAY}`),
    sample('confirmBooking', `POST ${booking}/confirm`, {}),
    sample('cancelBooking', `POST ${booking}/cancel`, { reason: 'ill' }),
    sample('rescheduleBooking', `POST ${booking}/reschedule`, { start: NEXT_START }),
    sample('reassignBooking', `POST ${booking}/reassign`, {}),
    sample('updateBooking', `PATCH ${booking}`, { note: 'by the door' }),
    sample('completeBooking', `POST ${booking}/complete`, {}),
    sample('markNoShow', `POST ${booking}/no-show`, {}),
    sample('checkInBooking', `POST ${booking}/check-in`, { number: 27 }),
    sample('callBooking', `POST ${booking}/call`, {}),
    sample('startService', `POST ${booking}/start-service`, {}),
    sample('checkOutBooking', `POST ${booking}/check-out`, {}),
    sample('downloadInvitation', `GET ${booking}/invite.ics`),
    sample(
      'getAgenda',
      `GET /v1/agenda?from=2026-04-27T00:00:00Z&to=2026-04-28T00:00:00Z&providerId=${providerId}`,
    ),
    sample('search', 'GET /v1/search?q=grace'),
    sample('getAccount', 'GET /v1/account'),
    sample('listAudit', 'GET /v1/audit'),
    sample('getRedirectSecret', 'GET /v1/account/redirect-secret'),
    sample('updateAccount', 'PATCH /v1/account', { name: 'Practice', reminderMinutes: 60 }),
    ...contactSamples(ids),
    sample('listEvents', 'GET /v1/events'),
    sample('streamEvents', 'GET /v1/events/stream'),
    sample('createWebhookEndpoint', 'POST /v1/webhook-endpoints', {
      url: 'https://example.com/hook',
      events: ['booking.confirmed'],
    }),
    sample('listWebhookEndpoints', 'GET /v1/webhook-endpoints'),
    sample('getWebhookEndpoint', `GET ${webhook}`),
    sample('updateWebhookEndpoint', `PATCH ${webhook}`, { url: 'https://example.com/other' }),
    sample('deleteWebhookEndpoint', `DELETE ${webhook}`),
    sample('rotateWebhookSecret', `POST ${webhook}/rotate-secret`, {}),
    sample('enableWebhookEndpoint', `POST ${webhook}/enable`, {}),
    sample('testWebhookEndpoint', `POST ${webhook}/test`, {}),
    sample('listWebhookDeliveries', `GET ${webhook}/deliveries`),
    sample('getWebhookDelivery', `GET ${delivery}`),
    sample('redeliverWebhook', `POST ${delivery}/redeliver`, {}),
    sample('createCalendar', 'POST /v1/calendars', HOUSE),
    sample('listCalendars', 'GET /v1/calendars'),
    sample('getCalendar', `GET ${calendar}`),
    sample('replaceCalendar', `PUT ${calendar}`, HOUSE),
    sample('updateCalendar', `PATCH ${calendar}`, { name: 'House by the lake' }),
    sample('deleteCalendar', `DELETE ${calendar}`),
    { ...sample('importCalendar', `POST /v1/calendars/${ids.diaryId}/import`), file: FILE },
    sample('listNights', `GET ${calendar}/nights?${DAY}`),
    sample('listUnplacedStays', 'GET /v1/unplaced-stays'),
    sample('listCancelledStays', `GET ${calendar}/cancelled-stays`),
    sample('createCalendarEvent', `POST ${calendar}/events`, {
      title: 'Another guest',
      start: '2026-07-01',
      end: '2026-07-05',
      description: 'with a dog',
    }),
    sample('listCalendarEvents', `GET ${calendar}/events?${DAY}`),
    sample('getCalendarEvent', `GET ${calendarEvent}`),
    sample('replaceCalendarEvent', `PUT ${calendarEvent}`, STAY),
    sample('deleteCalendarEvent', `DELETE ${calendarEvent}`),
    sample('getCalendarEventOccurrence', `GET ${occurrence}`),
    sample('replaceCalendarEventOccurrence', `PUT ${occurrence}`, TALK),
    sample('cancelCalendarEventOccurrence', `DELETE ${occurrence}`),
    sample('getGuestStay', `GET ${guestStay}`),
    sample('rescheduleGuestStay', `POST ${guestStay}/reschedule`, {
      arrival: '2026-06-20',
      departure: '2026-06-22',
    }),
    sample('cancelGuestStay', `POST ${guestStay}/cancel`, {}),
    sample('downloadStayInvitation', `GET ${guestStay}/invite.ics`),
    sample('issueCalendarFeed', `POST ${calendar}/feed-token`, {}),
    sample('revokeCalendarFeed', `DELETE ${calendar}/feed-token`),
    sample('issueProviderFeed', `POST ${provider}/feed-token`),
    sample('revokeProviderFeed', `DELETE ${provider}/feed-token`),
    sample('listDeadLetters', 'GET /v1/dead-letters'),
    sample('redriveDeadLetter', `POST /v1/dead-letters/${ids.deadLetterId}/redrive`, {}),
  ]
}

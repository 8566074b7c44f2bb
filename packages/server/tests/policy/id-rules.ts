import type { operations } from '@holdfast/client'
import type { AccountOperation, POLICY } from '../../src/kernel/access/policy.ts'

/**
 * What keeps a restricted caller from others by an id in a request:
 *
 * - `policy`: the policy looks up whom it belongs to, or refuses it.
 * - `account`: it belongs to the whole account, and everybody in it may read it.
 * - `below`: it is looked for only below another id, which the policy has checked.
 * - `own`: it names nothing of Holdfast: an id that the caller, a vendor or the body itself gives.
 */
export type IdRule = 'policy' | 'account' | 'below' | 'own'

/** The operations that restricted callers can use on what belongs to providers. */
type Operation = {
  [Name in keyof operations & AccountOperation]: (typeof POLICY)[Name]['providers'] extends
    | 'refused'
    | 'unaffected'
    ? never
    : Name
}[keyof operations & AccountOperation]

type IsId<Name extends string> = Name extends 'id' | 'sequence' | `${string}Id` | `${string}Ids`
  ? true
  : false

/** The places of the ids in a value, without the marks of lists. */
type Places<Value, At extends string> = Value extends readonly (infer Element)[]
  ? Places<Element, At>
  : Value extends object
    ? {
        [Name in keyof Value & string]: string extends Name
          ? never
          :
              | (IsId<Name> extends true ? `${At}${Name}` : never)
              | Places<NonNullable<Value[Name]>, `${At}${Name}.`>
      }[keyof Value & string]
    : never

type Parameters<Name extends Operation, In extends 'path' | 'query'> = NonNullable<
  operations[Name]['parameters'][In]
>
type RequestBody<Name extends Operation> = operations[Name] extends {
  readonly requestBody?: { readonly content: { readonly 'application/json': infer Value } }
}
  ? Value
  : never

/** Each id that a restricted caller can send: the operation, where it is, and its name. */
export type IdMember = {
  [Name in Operation]:
    | `${Name} path ${Places<Parameters<Name, 'path'>, ''>}`
    | `${Name} query ${Places<Parameters<Name, 'query'>, ''>}`
    | `${Name} body ${Places<RequestBody<Name>, ''>}`
}[Operation]

/** The rule of each id, by the types of the API: a new id without one does not compile. */
export const ID_RULES = {
  'getProvider path id': 'policy',
  'updateProvider path id': 'policy',
  'createTimeOff path id': 'policy',
  'listTimeOff path id': 'policy',
  'deleteTimeOff path id': 'policy',
  'openAvailability path id': 'policy',
  'listAvailability path id': 'policy',
  'closeAvailability path id': 'policy',
  'listProviderSlots path id': 'policy',
  'createBlock path id': 'policy',
  'listBlocks path id': 'policy',
  'deleteBlock path id': 'policy',
  'getEventType path id': 'policy',
  'updateEventType path id': 'policy',
  'deleteEventType path id': 'policy',
  'activateEventType path id': 'policy',
  'deactivateEventType path id': 'policy',
  'listSlots path id': 'policy',
  'explainSlot path id': 'policy',
  'listUnitNights path id': 'policy',
  'explainNights path id': 'policy',
  'explainNights query ratePlanId': 'account',
  'listUnitNights query ratePlanId': 'account',
  'getQuote path id': 'policy',
  'listQuotes path id': 'policy',
  'getQuote query ratePlanId': 'account',
  'createEventType body ratePlanIds': 'account',
  'updateEventType body ratePlanIds': 'account',
  'createBooking body extras.id': 'own',
  'createBooking body ratePlanId': 'account',
  'createBooking body quoteId': 'account',
  'createEventType body propertyId': 'account',
  'listClassSessions path id': 'policy',
  'cancelClassSession path id': 'policy',
  'rescheduleClassSession path id': 'policy',
  'getBooking path id': 'policy',
  'updateBooking path id': 'policy',
  'cancelBooking path id': 'policy',
  'rescheduleBooking path id': 'policy',
  'confirmBooking path id': 'policy',
  'completeBooking path id': 'policy',
  'markNoShow path id': 'policy',
  'checkInBooking path id': 'policy',
  'callBooking path id': 'policy',
  'startService path id': 'policy',
  'checkOutBooking path id': 'policy',
  'joinWaitlist path id': 'policy',
  'listWaitlist path id': 'policy',
  'getWaitlistEntry path id': 'policy',
  'leaveWaitlist path id': 'policy',
  'downloadInvitation path id': 'policy',
  'getBookingDetails path id': 'policy',
  'listMoveSlots path id': 'policy',
  'listCalendarConnections path id': 'policy',
  'connectFeed path id': 'policy',
  'updateCalendarConnection path id': 'policy',
  'disconnectCalendar path id': 'policy',
  'listBusyTimes path id': 'policy',
  'issueProviderFeed path id': 'policy',
  'revokeProviderFeed path id': 'policy',
  'authorizeCalendar path id': 'policy',
  'setEventTypeDate path id': 'policy',
  'removeEventTypeDate path id': 'policy',
  'createAbsence body providerIds': 'policy',
  'deleteTimeOff path timeOffId': 'below',
  'deleteBlock path blockId': 'below',
  'updateProvider body scheduleId': 'account',
  'createEventType body scheduleId': 'account',
  'updateEventType body scheduleId': 'account',
  'createEventType body providerId': 'policy',
  'createEventType body requirements.providerIds': 'policy',
  'createEventType body candidateRules.providerId': 'policy',
  'createEventType body release.keptBack.providerIds': 'policy',
  'createEventType body questions.id': 'own',
  'updateEventType body requirements.providerIds': 'policy',
  'updateEventType body candidateRules.providerId': 'policy',
  'updateEventType body release.keptBack.providerIds': 'policy',
  'updateEventType body questions.id': 'own',
  'listEventTypes query providerId': 'policy',
  'getEventTypeBySlug query providerId': 'policy',
  'listSlots query providerId': 'policy',
  'listMoveSlots query providerId': 'policy',
  'listSoonestSlots query eventTypeIds': 'policy',
  'listSoonestSlots query sequence': 'policy',
  'createBooking body eventTypeId': 'policy',
  'rescheduleBooking body eventTypeId': 'policy',
  'createBooking body providerId': 'policy',
  'createBooking body unitId': 'policy',
  'createBooking body contactId': 'policy',
  'createBooking body booker.id': 'own',
  'listBookings query providerId': 'policy',
  'listBookings query eventTypeId': 'policy',
  'listBookings query groupId': 'policy',
  'listBookings query contactId': 'below',
  'listBookings query bookerId': 'own',
  'rescheduleBooking body providerId': 'policy',
  'changeBookings body bookingIds': 'policy',
  'updateBooking body booker.id': 'own',
  'joinWaitlist body booker.id': 'own',
  'updateCalendarConnection body calendarIds': 'own',
  'authorizeCalendar body calendarIds': 'own',
  'getAgenda query providerId': 'policy',
} as const satisfies Readonly<Record<IdMember, IdRule>>

/** Ids whose names do not say that they are ids. */
export const OTHER_ID_RULES: Readonly<Record<string, IdRule>> = {
  'changeBookings body from': 'policy',
}

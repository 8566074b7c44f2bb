/**
 * What each operation needs, written down a second time by hand: the scope, and what a caller can do who is
 * restricted to some providers.
 *
 * - `own`: only what belongs to its providers.
 * - `filtered`: sees a list without what belongs to others.
 * - `no`: nothing.
 * - `all`: everything.
 */
export type Restricted = 'own' | 'filtered' | 'no' | 'all'

const TABLE = `
any       all       getSession deleteSession listSessions revokeSession listOwnAccounts switchAccount
any       all       beginPasskeyRegistration createPasskey listPasskeys renamePasskey deletePasskey
read      all       getAccount listSchedules getSchedule listProperties getProperty listRatePlans getRatePlan
read      all       listPhotos getPhoto listClosures listHolidays listHolidayCountries getClosure
read      own       getProvider listAvailability listProviderSlots listBlocks listTimeOff
read      own       getEventType getEventTypeBySlug listSlots explainSlot listUnitNights explainNights
read      own       getQuote listQuotes
read      own       getBooking getBookingDetails listMoveSlots downloadInvitation getAgenda
read      own       listWaitlist getWaitlistEntry
read      own       listCalendarConnections listBusyTimes
read      filtered  listProviders listEventTypes listSoonestSlots listBookings listClassSessions search
read      no        listAbsences getAbsence
read      no        listBookingGroups getBookingGroup getBookingGroupDetails
read      no        previewClosure getClosureBookings
read      no        listCalendars getCalendar listCalendarEvents getCalendarEvent getCalendarEventOccurrence
read      no        listNights listUnplacedStays listCancelledStays getGuestStay downloadStayInvitation
read      no        listContacts getContact listContactNotes listEvents streamEvents getOrder
read      no        listContactMessages listContactSuppressions
bookings  own       createBlock deleteBlock createTimeOff deleteTimeOff createAbsence
bookings  own       joinWaitlist leaveWaitlist
bookings  own       createBooking confirmBooking cancelBooking rescheduleBooking updateBooking
bookings  own       completeBooking markNoShow changeBookings cancelClassSession rescheduleClassSession
bookings  own       checkInBooking callBooking startService checkOutBooking
bookings  no        addAbsenceDate removeAbsenceDate deleteAbsence
bookings  no        createClosure updateClosure deleteClosure
bookings  no        reassignBooking reassignClassSession
bookings  no        createBookingGroup confirmBookingGroup cancelBookingGroup rescheduleBookingGroup
bookings  no        createContact updateContact mergeContact undoContactMerge createOrderPayment createOrderLine
bookings  no        captureSecurityDeposit releaseSecurityDeposit
bookings  no        createContactNote deleteContactNote liftContactSuppression importContacts
bookings  no        importCalendar createCalendarEvent replaceCalendarEvent deleteCalendarEvent
bookings  no        replaceCalendarEventOccurrence cancelCalendarEventOccurrence
bookings  no        rescheduleGuestStay cancelGuestStay adoptStays
settings  own       updateProvider openAvailability closeAvailability
settings  own       createEventType updateEventType deleteEventType activateEventType deactivateEventType
settings  own       setEventTypeDate removeEventTypeDate
settings  own       connectFeed updateCalendarConnection disconnectCalendar authorizeCalendar
settings  own       issueProviderFeed revokeProviderFeed
settings  no        updateAccount createProvider deleteProvider
settings  no        listMessages getMessage changeMessage resetMessage previewMessage
settings  no        createPhoto deletePhoto createProperty updateProperty deleteProperty createRatePlan updateRatePlan
settings  no        createSchedule updateSchedule deleteSchedule setScheduleDate removeScheduleDate
settings  no        createCalendar replaceCalendar updateCalendar deleteCalendar
settings  no        issueCalendarFeed revokeCalendarFeed
admin     no        createMember listMembers getMember updateMember removeMember resendInvitation
admin     no        exportContact eraseContact downloadContacts
admin     no        createApiKey listApiKeys revokeApiKey listAudit getRedirectSecret
admin     no        createWebhookEndpoint listWebhookEndpoints getWebhookEndpoint updateWebhookEndpoint
admin     no        deleteWebhookEndpoint rotateWebhookSecret enableWebhookEndpoint testWebhookEndpoint
admin     no        listWebhookDeliveries getWebhookDelivery redeliverWebhook
admin     no        listDeadLetters redriveDeadLetter
admin     no        connectPaymentVendor getPaymentConnection disconnectPaymentVendor
admin     no        listPayments downloadPayments refundBooking
`

/** The operations for which a member must have signed in within the last hour. */
export const NEEDS_RECENT_SIGN_IN: ReadonlySet<string> = new Set([
  'createApiKey',
  'getRedirectSecret',
  'revokeApiKey',
  'createMember',
  'updateMember',
  'removeMember',
  'resendInvitation',
  'beginPasskeyRegistration',
  'createPasskey',
  'deletePasskey',
  'connectPaymentVendor',
  'disconnectPaymentVendor',
  'refundBooking',
])

/** The scopes that the samples of these operations give to a member, which the caller must have too. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  createMember: ['read'],
  updateMember: ['read', 'bookings'],
  resendInvitation: ['read'],
}

/** What an operation needs. */
export interface Expected {
  /** What the caller must have besides, because it gives it to others. */
  readonly gives: readonly string[]
  readonly scope: 'any' | 'read' | 'bookings' | 'settings' | 'admin'
  readonly restricted: Restricted
}

/** What each operation needs, by its name. */
export const EXPECTED: ReadonlyMap<string, Expected> = new Map(
  TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const [scope, restricted, ...operations] = line.split(/ +/)
      return operations.map((operation) => {
        const expected = { scope, restricted, gives: GIVEN[operation] ?? [] } as Expected
        return [operation, expected] as const
      })
    }),
)

/** Whom the providers of a restricted caller belong to, as seen from what a call is about. */
export type Restriction = 'none' | 'own' | 'others'

/** What a call must answer: refused, hidden, or whatever its work says. */
export type Verdict = 'forbidden' | 'not_found' | 'recent_sign_in_required' | 'performed'

/** What a caller with these scopes and this restriction must be answered. */
export function verdictOf(
  { scope, restricted, gives }: Expected,
  scopes: readonly string[],
  restriction: Restriction,
): Verdict {
  if (scope !== 'any' && !scopes.includes(scope)) return 'forbidden'
  if (gives.some((each) => !scopes.includes(each))) return 'forbidden'
  if (restriction === 'none' || restricted === 'all') return 'performed'
  if (restricted === 'no') return 'forbidden'
  return restriction === 'others' ? 'not_found' : 'performed'
}

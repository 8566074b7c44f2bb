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
any       all       getSession deleteSession
read      all       getAccount listSchedules getSchedule
read      own       getProvider listAvailability listProviderSlots listBlocks listTimeOff
read      own       getEventType getEventTypeBySlug listSlots explainSlot
read      own       getBooking getBookingDetails downloadInvitation getAgenda
read      own       listCalendarConnections listBusyTimes
read      filtered  listProviders listEventTypes listSoonestSlots listBookings
read      no        listCalendars getCalendar listCalendarEvents getCalendarEvent getCalendarEventOccurrence
read      no        listNights listCancelledStays getGuestStay downloadStayInvitation
read      no        listContacts getContact listEvents streamEvents
bookings  own       createBlock deleteBlock createTimeOff deleteTimeOff
bookings  own       createBooking confirmBooking cancelBooking rescheduleBooking updateBooking
bookings  own       completeBooking markNoShow changeBookings
bookings  no        reassignBooking
bookings  no        importCalendar createCalendarEvent replaceCalendarEvent deleteCalendarEvent
bookings  no        replaceCalendarEventOccurrence cancelCalendarEventOccurrence
bookings  no        rescheduleGuestStay cancelGuestStay
settings  own       updateProvider openAvailability closeAvailability
settings  own       createEventType updateEventType deleteEventType activateEventType deactivateEventType
settings  own       connectFeed updateCalendarConnection disconnectCalendar authorizeCalendar
settings  no        updateAccount createProvider deleteProvider
settings  no        createSchedule updateSchedule deleteSchedule
settings  no        createCalendar replaceCalendar updateCalendar deleteCalendar
settings  no        issueCalendarFeed revokeCalendarFeed
admin     no        createApiKey listApiKeys revokeApiKey listAudit
admin     no        createWebhookEndpoint listWebhookEndpoints getWebhookEndpoint updateWebhookEndpoint
admin     no        deleteWebhookEndpoint rotateWebhookSecret enableWebhookEndpoint testWebhookEndpoint
admin     no        listWebhookDeliveries getWebhookDelivery redeliverWebhook
admin     no        listDeadLetters redriveDeadLetter
`

/** What an operation needs. */
export interface Expected {
  readonly scope: 'any' | 'read' | 'bookings' | 'settings' | 'admin'
  readonly restricted: Restricted
}

/** What each operation needs, by its name. */
export const EXPECTED: ReadonlyMap<string, Expected> = new Map(
  TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const [scope, restricted, ...operations] = line.split(/ +/)
      const expected = { scope, restricted } as Expected
      return operations.map((operation) => [operation, expected] as const)
    }),
)

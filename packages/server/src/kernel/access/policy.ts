import type { Scope } from './scopes.ts'

/**
 * What a request names that belongs to providers, and what it does with it. A restricted caller must act for
 * one of the providers, or for every one where the request can take or free the time of each:
 *
 * - `event_type`: reads its rules. One of its own provider and its candidates.
 * - `event_type_time`: reads or takes its time. Every candidate; without requirements, its own provider.
 * - `event_type_settings`: changes it. Its own provider and every candidate, also those who are inactive.
 * - `booking`: reads or ends it. One of its providers.
 * - `booking_move`: moves it. As `event_type_time`, and every provider of the booking.
 * - `booking_group`: reads its bookings. One of their providers.
 * - `waitlist_entry`: reads or ends it. As `event_type`.
 */
export type ProviderSubject =
  | 'booking'
  | 'booking_group'
  | 'booking_move'
  | 'event_type'
  | 'event_type_settings'
  | 'event_type_time'
  | 'provider'
  | 'waitlist_entry'

/** The subjects of which a restricted caller must act for every provider. */
export const NEEDS_EVERY_PROVIDER: ReadonlySet<ProviderSubject> = new Set([
  'booking_move',
  'event_type_settings',
  'event_type_time',
] as const)

/** A value of a request that names one or several resources. */
export interface NamedSubject {
  readonly in: 'body' | 'path' | 'query'
  /** The path of a member: `requirements[].providerIds[]`. */
  readonly name: string
  readonly kind: ProviderSubject
}

/** A member of a body that a restricted caller cannot use, with any value or with this one. */
export interface RefusedMember {
  readonly name: string
  readonly value?: string
}

/**
 * How a restriction to providers applies to an operation:
 *
 * - `unaffected`: it does not; the operation is about the caller itself.
 * - `refused`: a restricted caller cannot use the operation.
 * - otherwise, every resource that the request names must belong to the caller's providers. If `isFiltered`,
 *   the request may name none, and the answer leaves out what belongs to others.
 */
export type ProviderRule =
  | 'refused'
  | 'unaffected'
  | {
      readonly subjects: readonly NamedSubject[]
      readonly refuses?: readonly RefusedMember[]
      readonly isFiltered?: true
      /** What a row of the list names, where its own members do not tell its providers. */
      readonly rows?: { readonly member: string; readonly kind: ProviderSubject }
    }

/** What an operation needs. */
export interface Rule {
  /** The scope of the key or session. `any`: each key and session has it. */
  readonly scope: Scope | 'any'
  readonly providers: ProviderRule
  /** A member must have signed in within the last hour. */
  readonly needsRecentSignIn?: true
}

const path = (kind: ProviderSubject): NamedSubject => ({ in: 'path', name: 'id', kind })
const query = (name: string, kind: ProviderSubject): NamedSubject => ({ in: 'query', name, kind })
const body = (name: string, kind: ProviderSubject): NamedSubject => ({ in: 'body', name, kind })

const QUERY_PROVIDER = query('providerId', 'provider')
const QUERY_EVENT_TYPE = query('eventTypeId', 'event_type')

const own = { scope: 'any', providers: 'unaffected' } as const
const ownSecret = { ...own, needsRecentSignIn: true } as const
const whole = <S extends Scope>(scope: S) => ({ scope, providers: 'refused' }) as const
const about = (scope: Scope, ...subjects: readonly NamedSubject[]): Rule => ({
  scope,
  providers: { subjects },
})
const listed = (scope: Scope, ...subjects: readonly NamedSubject[]): Rule => ({
  scope,
  providers: { subjects, isFiltered: true },
})
const REQUIREMENTS: readonly NamedSubject[] = [
  body('requirements[].providerIds[]', 'provider'),
  body('candidateRules[].providerId', 'provider'),
  body('release.keptBack[].providerIds[]', 'provider'),
]
// Who has a specialty or is of a kind changes later, and bookers would take the time of others.
const LATER_CANDIDATES: readonly RefusedMember[] = [
  { name: 'requirements[].specialty' },
  { name: 'requirements[].kind' },
]
const secret = { ...whole('admin'), needsRecentSignIn: true } as const

/**
 * What each operation with an account needs, by its `operationId`. An endpoint without an entry here does
 * not compile. The table decides before any use case runs.
 */
export const POLICY = {
  // The caller itself and its account.
  getSession: own,
  deleteSession: own,
  listSessions: own,
  revokeSession: own,
  listOwnAccounts: own,
  switchAccount: own,
  beginPasskeyRegistration: ownSecret,
  createPasskey: ownSecret,
  listPasskeys: own,
  renamePasskey: own,
  deletePasskey: ownSecret,
  createMember: secret,
  listMembers: whole('admin'),
  getMember: whole('admin'),
  updateMember: secret,
  removeMember: secret,
  resendInvitation: secret,
  getAccount: { scope: 'read', providers: 'unaffected' },
  updateAccount: whole('settings'),
  listMessages: whole('settings'),
  getMessage: whole('settings'),
  changeMessage: whole('settings'),
  resetMessage: whole('settings'),
  previewMessage: whole('settings'),
  createApiKey: secret,
  listApiKeys: whole('admin'),
  revokeApiKey: secret,
  listAudit: whole('admin'),
  getRedirectSecret: secret,
  getMailbox: whole('admin'),
  getMailboxFile: whole('admin'),

  // Providers and their time.
  createProvider: whole('settings'),
  listProviders: listed('read'),
  getProvider: about('read', path('provider')),
  updateProvider: about('settings', path('provider')),
  deleteProvider: whole('settings'),
  openAvailability: about('settings', path('provider')),
  listAvailability: about('read', path('provider')),
  closeAvailability: about('settings', path('provider')),
  listProviderSlots: about('read', path('provider')),
  createBlock: about('bookings', path('provider')),
  listBlocks: about('read', path('provider')),
  deleteBlock: about('bookings', path('provider')),
  createTimeOff: about('bookings', path('provider')),
  listTimeOff: about('read', path('provider')),
  // An absence names several providers, and its dates are changed for all of them.
  createAbsence: about('bookings', body('providerIds[]', 'provider')),
  listAbsences: whole('read'),
  getAbsence: whole('read'),
  addAbsenceDate: whole('bookings'),
  removeAbsenceDate: whole('bookings'),
  deleteAbsence: whole('bookings'),
  // Closures are for all providers, or for many of them.
  createClosure: whole('bookings'),
  previewClosure: whole('read'),
  listClosures: { scope: 'read', providers: 'unaffected' },
  listHolidays: { scope: 'read', providers: 'unaffected' },
  listHolidayCountries: { scope: 'read', providers: 'unaffected' },
  getClosure: { scope: 'read', providers: 'unaffected' },
  getClosureBookings: whole('read'),
  updateClosure: whole('bookings'),
  deleteClosure: whole('bookings'),
  deleteTimeOff: about('bookings', path('provider')),
  createPhoto: whole('settings'),
  listPhotos: { scope: 'read', providers: 'unaffected' },
  getPhoto: { scope: 'read', providers: 'unaffected' },
  deletePhoto: whole('settings'),
  createProperty: whole('settings'),
  listProperties: { scope: 'read', providers: 'unaffected' },
  getProperty: { scope: 'read', providers: 'unaffected' },
  updateProperty: whole('settings'),
  deleteProperty: whole('settings'),
  createRatePlan: whole('settings'),
  listRatePlans: { scope: 'read', providers: 'unaffected' },
  getRatePlan: { scope: 'read', providers: 'unaffected' },
  updateRatePlan: whole('settings'),
  // Others may use the same schedule.
  createSchedule: whole('settings'),
  listSchedules: { scope: 'read', providers: 'unaffected' },
  getSchedule: { scope: 'read', providers: 'unaffected' },
  updateSchedule: whole('settings'),
  setScheduleDate: whole('settings'),
  removeScheduleDate: whole('settings'),
  deleteSchedule: whole('settings'),

  // Event types and slots.
  createEventType: {
    scope: 'settings',
    providers: {
      subjects: [body('providerId', 'provider'), ...REQUIREMENTS],
      refuses: LATER_CANDIDATES,
    },
  },
  listEventTypes: {
    scope: 'read',
    providers: {
      subjects: [QUERY_PROVIDER],
      isFiltered: true,
      rows: { member: 'id', kind: 'event_type' },
    },
  },
  getEventTypeBySlug: about('read', QUERY_PROVIDER),
  getEventType: about('read', path('event_type')),
  updateEventType: {
    scope: 'settings',
    providers: {
      subjects: [path('event_type_settings'), ...REQUIREMENTS],
      refuses: LATER_CANDIDATES,
    },
  },
  setEventTypeDate: about('settings', path('event_type_settings')),
  removeEventTypeDate: about('settings', path('event_type_settings')),
  deleteEventType: about('settings', path('event_type_settings')),
  activateEventType: about('settings', path('event_type_settings')),
  deactivateEventType: about('settings', path('event_type_settings')),
  listSlots: about('read', path('event_type_time'), QUERY_PROVIDER),
  explainSlot: about('read', path('event_type_time')),
  listUnitNights: about('read', path('event_type')),
  explainNights: about('read', path('event_type')),
  getQuote: about('read', path('event_type')),
  listQuotes: about('read', path('event_type')),
  listClassSessions: listed('read', path('event_type')),
  cancelClassSession: about('bookings', path('event_type_time')),
  rescheduleClassSession: about('bookings', path('event_type_time')),
  // It takes the time of another provider.
  reassignClassSession: whole('bookings'),
  listSoonestSlots: {
    scope: 'read',
    providers: {
      subjects: [
        query('eventTypeIds[]', 'event_type_time'),
        query('sequence[]', 'event_type_time'),
      ],
      isFiltered: true,
      rows: { member: 'eventTypeId', kind: 'event_type_time' },
    },
  },

  // Wait lists.
  joinWaitlist: about('bookings', path('event_type_time')),
  listWaitlist: about('read', path('event_type')),
  getWaitlistEntry: about('read', path('waitlist_entry')),
  leaveWaitlist: about('bookings', path('waitlist_entry')),

  // Bookings.
  createBooking: {
    scope: 'bookings',
    providers: {
      subjects: [
        body('eventTypeId', 'event_type_time'),
        body('providerId', 'provider'),
        body('unitId', 'provider'),
      ],
      // The answer has the details of a contact, which a restricted caller cannot read.
      refuses: [{ name: 'contactId' }],
    },
  },
  listBookings: listed('read', QUERY_PROVIDER, QUERY_EVENT_TYPE, query('groupId', 'booking_group')),
  getBooking: about('read', path('booking')),
  getBookingDetails: about('read', path('booking')),
  listMoveSlots: about('read', path('booking_move'), QUERY_PROVIDER),
  downloadInvitation: about('read', path('booking')),
  confirmBooking: about('bookings', path('booking')),
  cancelBooking: about('bookings', path('booking')),
  rescheduleBooking: about(
    'bookings',
    path('booking_move'),
    body('eventTypeId', 'event_type_time'),
    body('providerId', 'provider'),
  ),
  updateBooking: about('bookings', path('booking')),
  completeBooking: about('bookings', path('booking')),
  markNoShow: about('bookings', path('booking')),
  checkInBooking: about('bookings', path('booking')),
  callBooking: about('bookings', path('booking')),
  startService: about('bookings', path('booking')),
  checkOutBooking: about('bookings', path('booking')),
  changeBookings: {
    scope: 'bookings',
    providers: {
      subjects: [body('bookingIds[]', 'booking'), body('from', 'provider')],
      // It takes the time of another provider.
      refuses: [{ name: 'action', value: 'reassign' }],
    },
  },
  // The bookings of a group may belong to several providers.
  createBookingGroup: whole('bookings'),
  listBookingGroups: whole('read'),
  getBookingGroup: whole('read'),
  getBookingGroupDetails: whole('read'),
  confirmBookingGroup: whole('bookings'),
  cancelBookingGroup: whole('bookings'),
  rescheduleBookingGroup: whole('bookings'),
  // It takes the time of another provider.
  reassignBooking: whole('bookings'),
  getAgenda: about('read', query('providerId[]', 'provider')),
  // A restricted caller finds its bookings, and no contacts.
  search: listed('read'),

  // Calendars and stays belong to the account, not to a provider.
  adoptStays: whole('bookings'),
  createCalendar: whole('settings'),
  listCalendars: whole('read'),
  getCalendar: whole('read'),
  replaceCalendar: whole('settings'),
  updateCalendar: whole('settings'),
  deleteCalendar: whole('settings'),
  issueCalendarFeed: whole('settings'),
  revokeCalendarFeed: whole('settings'),
  importCalendar: whole('bookings'),
  createCalendarEvent: whole('bookings'),
  listCalendarEvents: whole('read'),
  getCalendarEvent: whole('read'),
  replaceCalendarEvent: whole('bookings'),
  deleteCalendarEvent: whole('bookings'),
  getCalendarEventOccurrence: whole('read'),
  replaceCalendarEventOccurrence: whole('bookings'),
  cancelCalendarEventOccurrence: whole('bookings'),
  listNights: whole('read'),
  listUnplacedStays: whole('read'),
  listCancelledStays: whole('read'),
  getGuestStay: whole('read'),
  rescheduleGuestStay: whole('bookings'),
  cancelGuestStay: whole('bookings'),
  downloadStayInvitation: whole('read'),

  // Connected calendars.
  listCalendarConnections: about('read', path('provider')),
  connectFeed: about('settings', path('provider')),
  updateCalendarConnection: about('settings', path('provider')),
  disconnectCalendar: about('settings', path('provider')),
  authorizeCalendar: about('settings', path('provider')),
  listBusyTimes: about('read', path('provider')),
  issueProviderFeed: about('settings', path('provider')),
  revokeProviderFeed: about('settings', path('provider')),

  // Payments.
  connectPaymentVendor: secret,
  getPaymentConnection: whole('admin'),
  disconnectPaymentVendor: secret,
  listPayments: whole('admin'),
  downloadPayments: whole('admin'),
  refundBooking: secret,
  getOrder: whole('read'),
  createOrderPayment: whole('bookings'),
  createOrderLine: whole('bookings'),
  captureSecurityDeposit: whole('bookings'),
  releaseSecurityDeposit: whole('bookings'),

  // What leaves the account, and personal data.
  listContacts: whole('read'),
  getContact: whole('read'),
  createContact: whole('bookings'),
  updateContact: whole('bookings'),
  mergeContact: whole('bookings'),
  undoContactMerge: whole('bookings'),
  importContacts: whole('bookings'),
  downloadContacts: whole('admin'),
  listContactNotes: whole('read'),
  listContactMessages: whole('read'),
  listContactSuppressions: whole('read'),
  liftContactSuppression: whole('bookings'),
  createContactNote: whole('bookings'),
  deleteContactNote: whole('bookings'),
  exportContact: whole('admin'),
  eraseContact: whole('admin'),
  listEvents: whole('read'),
  streamEvents: whole('read'),
  createWebhookEndpoint: whole('admin'),
  listWebhookEndpoints: whole('admin'),
  getWebhookEndpoint: whole('admin'),
  updateWebhookEndpoint: whole('admin'),
  deleteWebhookEndpoint: whole('admin'),
  rotateWebhookSecret: whole('admin'),
  enableWebhookEndpoint: whole('admin'),
  testWebhookEndpoint: whole('admin'),
  listWebhookDeliveries: whole('admin'),
  getWebhookDelivery: whole('admin'),
  redeliverWebhook: whole('admin'),
  listDeadLetters: whole('admin'),
  redriveDeadLetter: whole('admin'),
} as const satisfies Readonly<Record<string, Rule>>

/** An operation with an account. */
export type AccountOperation = keyof typeof POLICY

/** The rule of an operation. */
export const ruleOf = (operation: AccountOperation): Rule => POLICY[operation]

const START = '2026-04-27T09:00:00Z'
const END = '2026-04-27T09:30:00Z'
const EVENT_TYPE_ID = 'ety_01kqs3v7m8e2f4g6h8j0k2m4n6'
const WINDOWS = [
  { start: '09:00', end: '12:00' },
  { start: '13:00', end: '17:00' },
]

/** What a booking that was just created has instead. */
const PENDING = {
  status: 'pending',
  holdExpiresAt: '2026-04-20T08:05:00Z',
  confirmedAt: null,
  version: 1,
  updatedAt: '2026-04-20T08:00:00Z',
}

/** A confirmed booking of half an hour. */
const BOOKING = {
  status: 'confirmed',
  start: START,
  end: END,
  localStart: '2026-04-27T11:00',
  holdExpiresAt: null,
  note: 'Please ring the upper bell.',
  confirmedAt: '2026-04-20T08:01:00Z',
  cancelledAt: null,
  cancellationReason: null,
  cancelledBy: null,
  completedAt: null,
  noShowAt: null,
  expiredAt: null,
  sequence: 0,
  rescheduledFrom: null,
  version: 2,
  updatedAt: '2026-04-20T08:01:00Z',
}

/**
 * Examples for the OpenAPI document, by the name of the schema. Each has the fields whose examples must fit
 * each other; the document takes the others from the fields themselves.
 */
export const EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Account: { brand: null, country: null, retentionDays: null },
  AccountPatch: { name: 'Practice', reminderMinutes: 120 },
  AvailabilityRule: { weekday: 'monday', windows: WINDOWS },
  Block: { start: START, end: '2026-04-27T13:00:00Z', reason: 'Training' },
  BlockCreate: { start: START, end: '2026-04-27T13:00:00Z', reason: 'Training' },
  Booking: BOOKING,
  BookingCreated: PENDING,
  BookerSignInRequest: { accountSlug: 'lakeside', email: 'grace@example.com' },
  BookingCancel: { reason: 'The provider is ill.' },
  BookingConfirm: { booker: { name: 'Grace Hopper', email: 'grace@example.com' } },
  BookingCreate: {
    eventTypeId: EVENT_TYPE_ID,
    start: START,
    booker: { name: 'Grace Hopper', email: 'grace@example.com', timeZone: 'Europe/Berlin' },
    note: 'Please ring the upper bell.',
  },
  BookingPatch: { note: 'Please ring the lower bell.' },
  BusyTime: { start: START, end: END },
  CalendarAuthorizationWrite: { writesBack: true, calendarIds: [] },
  CalendarConnection: { calendarIds: [], warnings: [], failure: null, writesBackTo: null },
  CalendarConnectionChange: { policy: { refreshMinutes: 5 }, writesBack: true },
  CalendarEvent: {
    title: 'Summer fair',
    start: START,
    end: '2026-04-27T17:00:00Z',
    allDay: false,
    guest: null,
    recurrence: null,
    recurringEventId: null,
    originalStart: null,
  },
  CalendarEventWrite: { title: 'Summer fair', start: START, end: '2026-04-27T17:00:00Z' },
  CalendarImportReport: { imported: 12, updated: 1, unchanged: 3, removed: 0, warnings: [] },
  CalendarPatch: { name: 'House by the lake', publicStays: true },
  CalendarWrite: {
    name: 'House by the lake',
    timeZone: 'Europe/Berlin',
    exclusive: 'nights',
    stayPolicy: { minNights: 2, arrivalWeekdays: ['saturday'] },
    publicStays: true,
  },
  CancelledStay: { start: '2026-04-27', end: '2026-04-30', allDay: true },
  ClosedNights: { from: '2026-12-20', to: '2027-01-07' },
  DeliveryAttempt: { durationMilliseconds: 84, status: 204, text: '' },
  EventType: {
    description: 'Bring your documents.',
    dateOverrides: [{ date: '2026-12-24', windows: [] }],
    policy: {
      reapproveOnReschedule: false,
      cancelUntilMinutes: null,
      rescheduleUntilMinutes: null,
      maxReschedules: null,
    },
  },
  EventTypePatch: { durationMinutes: 45, maxAdvanceDays: 90 },
  FeedConnectionWrite: { url: 'https://calendar.example.com/ada.ics' },
  FullCalendarEvent: { start: START, end: '2026-04-27T17:00:00Z', allDay: false },
  GuestStay: {
    checkIn: '2026-04-27T13:00:00Z',
    checkOut: '2026-04-30T09:00:00Z',
    guest: { name: 'Grace Hopper', email: 'grace@example.com' },
  },
  OperatorAccount: { brand: null, retentionDays: null, deletion: null },
  OperatorAccountCreate: { name: 'Lakeside Practice', slug: 'lakeside-practice' },
  OperatorAccountCreated: { brand: null, retentionDays: null, deletion: null },
  OperatorAccountPatch: { status: 'suspended' },
  PolicySnapshot: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 10 },
  ProviderPatch: { specialty: 'dentist', listed: true },
  ProviderSlot: {
    start: START,
    end: END,
    status: 'available',
    bookingId: null,
    holdExpiresAt: null,
  },
  PublicBooking: BOOKING,
  PublicBookingCreated: PENDING,
  PublicBookingCreate: {
    providerSlug: 'ada-weber',
    eventTypeSlug: 'first-visit',
    start: START,
    booker: { name: 'Grace Hopper', email: 'grace@example.com' },
  },
  PublicStayCreate: {
    arrival: '2026-04-27',
    departure: '2026-04-30',
    guest: { name: 'Grace Hopper', email: 'grace@example.com' },
  },
  PublicWaitlistJoin: {
    providerSlug: 'ada-weber',
    eventTypeSlug: 'first-visit',
    from: '2026-04-27',
    to: '2026-05-11',
    weekdays: ['monday', 'tuesday'],
    booker: { name: 'Grace Hopper', email: 'grace@example.com' },
  },
  Schedule: { dateOverrides: [{ date: '2026-12-24', windows: [] }] },
  SchedulePatch: { name: 'Summer hours' },
  Slot: { start: START, end: END, available: true },
  SlotExplanation: { available: false },
  SoonestSlot: { start: START, end: END },
  StayPolicy: { minNights: 2, maxNights: 28, maxAdvanceDays: 730 },
  StayReschedule: { arrival: '2026-05-04', departure: '2026-05-07' },
  TimeOff: { start: '2026-12-24', end: '2027-01-02', reason: 'Holiday' },
  TimeOffCreate: { start: '2026-12-24', end: '2027-01-02', reason: 'Holiday' },
  TimeOffCreated: { start: '2026-12-24', end: '2027-01-02', reason: 'Holiday' },
  WebhookDelivery: { version: 2, status: 'delivered', nextAttemptAt: null },
  WebhookEndpoint: {
    events: ['booking.*'],
    status: 'enabled',
    disabledReason: null,
    failingSince: null,
    previousSecretExpiresAt: null,
  },
  WebhookEndpointCreate: {
    url: 'https://example.com/hooks/holdfast',
    events: ['booking.*', 'calendar.sync_failed'],
  },
  WebhookEndpointPatch: { events: ['booking.*', 'stay.*'] },
}

/** The groups of endpoints in the OpenAPI document, in their order, with what they contain. */
export const TAGS = {
  'API keys': 'Keys for programs that act for the account.',
  'Sign-in': 'Sessions of the dashboard.',
  Account: 'The name and the settings of the account.',
  Providers: 'The people, rooms and things that can be booked.',
  'Provider slots': 'Windows that a provider opens on single dates, divided into slots.',
  Blocks: 'Time in which a provider cannot be booked.',
  'Event types': 'Bookable services with their hours and rules.',
  Slots: 'Times at which an event type can be booked, computed from its rules.',
  Bookings: 'Holds, requests and appointments, from creation to completion.',
  Invitations: 'Bookings as iCalendar files.',
  'Public pages': 'What public pages show: the directory, opened slots and nights.',
  Public: 'Booking pages and bookings without an API key.',
  'Stays of guests': 'Stays that guests book and manage themselves.',
  Calendars: 'Calendars of events, or of stays whose nights are exclusive.',
  'Calendar events': 'Events and stays of a calendar.',
  'Calendar event occurrences': 'Single occurrences of recurring events.',
  'Calendar feeds': 'Links by which other calendars subscribe to a calendar.',
  'Calendar files': 'Import of `.ics` files.',
  'Busy times': 'Connected calendars, whose busy times are not offered.',
  'Calendar sign-in': 'OAuth sign-in to connect Google and Outlook calendars.',
  Contacts: 'The people with confirmed bookings.',
  Events: 'The log of everything that happened, as pages and as a stream.',
  Webhooks: 'URLs that receive events, and the log of deliveries.',
  'Dead letters': 'Tasks that failed too often, such as emails and deliveries.',
  Mailbox: 'Emails of a server without SMTP.',
  'Simulated calendars': 'Calendars with chosen busy times. Only in test mode.',
  'Test mode': 'An adjustable clock and the stored emails. Only in test mode.',
  Operations: 'Health, metrics and this documentation.',
} as const

/** The group of an endpoint. */
export type Tag = keyof typeof TAGS

import {
  BOOKING_STATUSES,
  type Booking,
  CANCELLERS,
  CONFIRMATIONS,
  changeableUntil,
  formatDate,
  reschedulesLeft,
} from '@holdfast/engine'
import { z } from 'zod'
import { ACTOR_SCHEMA, actorRepresentation } from '../actor.ts'
import { instantOrNull, instantText } from '../representations.ts'
import type { BookingField } from './field.ts'
import {
  assignmentsRepresentation,
  bookerRepresentation,
  bookingPaymentRepresentation,
  bookingPriceRepresentation,
  bookingSecurityDepositRepresentation,
  consentsRepresentation,
  currentLocationRepresentation,
  earlierUnitsRepresentation,
  guestsRepresentation,
  occupantsRepresentation,
  orderIdOfBooking,
  storedBooker,
  visitRepresentation,
} from './shown-parts.ts'
import { quoteTotals, stayQuoteRepresentation, stayQuoteSchema } from './stay-quote.ts'
import {
  answersSchema,
  assignmentsSchema,
  BOOKER_RULES_ATTRIBUTES,
  bookerSchema,
  bookingLocationSchema,
  bookingPaymentSchema,
  bookingPriceSchema,
  bookingSecurityDepositSchema,
  consentsSchema,
  countsSchema,
  guestsSchema,
  policySnapshotSchema,
  stayAttributeSchema,
  visitSchema,
} from './stored-parts.ts'

const { exactOptional } = z

/** An instant that has not come yet in most bookings. */
const instant = <const Name extends string>(
  name: Name,
  of: (booking: Booking) => number | undefined,
) => ({
  stored: exactOptional(z.int()),
  // The name is the only member; a computed name says that to nobody.
  shown: {
    [name]: { show: (booking: Booking) => instantOrNull(of(booking)), usual: null },
  } as Record<Name, { readonly show: (booking: Booking) => string | null; readonly usual: null }>,
})

/**
 * All fields of a booking, each once: how it is stored, who sees it under which name, what stored events leave out,
 * and what an erasure removes. The item, the representations, stored events and erasure are made from this table. Its
 * order is that of the members in answers and events.
 */
export const BOOKING_FIELDS = {
  id: { shown: { id: { show: ({ id }) => id } } },
  accountId: { stored: z.string() },
  version: { stored: z.int(), shown: { version: { show: ({ version }) => version } } },
  actor: {
    stored: exactOptional(ACTOR_SCHEMA),
    shown: { actor: { show: ({ actor }) => actorRepresentation(actor), isForAccount: true } },
  },
  status: { stored: z.enum(BOOKING_STATUSES), shown: { status: { show: ({ status }) => status } } },
  providerId: { stored: z.string(), shown: { providerId: { show: (of) => of.providerId } } },
  assignments: {
    stored: exactOptional(assignmentsSchema),
    shown: { assignments: { show: assignmentsRepresentation, usual: [] } },
  },
  chosenProviderId: { stored: exactOptional(z.string()) },
  eventTypeId: {
    stored: exactOptional(z.string()),
    shown: { eventTypeId: { show: (of) => of.eventTypeId ?? null } },
  },
  startEpochSeconds: {
    stored: z.int(),
    shown: { start: { show: (of) => instantText(of.startEpochSeconds) } },
  },
  endEpochSeconds: {
    stored: z.int(),
    shown: { end: { show: (of) => instantText(of.endEpochSeconds) } },
  },
  timeZone: { stored: z.string(), shown: { timeZone: { show: ({ timeZone }) => timeZone } } },
  localStart: { stored: z.string(), shown: { localStart: { show: (of) => of.localStart } } },
  tzdbVersion: {
    stored: z.string(),
    shown: { tzdbVersion: { show: (of) => of.tzdbVersion, isForAccount: true } },
  },
  unresolvedTzdbVersion: { stored: exactOptional(z.string()) },
  clockChangeVersion: { stored: exactOptional(z.int()) },
  confirmation: {
    stored: z.enum(CONFIRMATIONS),
    shown: { confirmation: { show: (of) => of.confirmation } },
  },
  holdExpiresAtEpochSeconds: instant('holdExpiresAt', (of) => of.holdExpiresAtEpochSeconds),
  emailUnconfirmed: {
    stored: exactOptional(z.boolean()),
    shown: {
      emailUnconfirmed: {
        show: (of) => of.emailUnconfirmed === true && of.status === 'pending',
        usual: false,
      },
    },
  },
  isOverride: {
    stored: exactOptional(z.boolean()),
    shown: {
      override: { show: (of) => of.isOverride === true, usual: false, isForAccount: true },
    },
  },
  note: {
    stored: exactOptional(z.string()),
    shown: { note: { show: (of) => of.note ?? null, usual: null } },
    isPersonal: true,
  },
  policy: {
    stored: policySnapshotSchema,
    shown: {
      policy: {
        show: ({ policy: { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes } }) => ({
          durationMinutes,
          bufferBeforeMinutes,
          bufferAfterMinutes,
        }),
        isForAccount: true,
      },
    },
  },
  sequence: { stored: z.int(), shown: { sequence: { show: ({ sequence }) => sequence } } },
  manageTokenHash: { stored: z.instanceof(Uint8Array) },
  manageTokenGeneration: { stored: exactOptional(z.int()) },
  rescheduledFromEpochSeconds: instant('rescheduledFrom', (of) => of.rescheduledFromEpochSeconds),
  confirmedAtEpochSeconds: instant('confirmedAt', (of) => of.confirmedAtEpochSeconds),
  cancelledAtEpochSeconds: instant('cancelledAt', (of) => of.cancelledAtEpochSeconds),
  cancellationReason: {
    stored: exactOptional(z.string()),
    shown: { cancellationReason: { show: (of) => of.cancellationReason ?? null, usual: null } },
    isPersonal: 'unless-system',
  },
  cancelledBy: {
    stored: exactOptional(z.enum(CANCELLERS)),
    shown: { cancelledBy: { show: (of) => of.cancelledBy ?? null, usual: null } },
  },
  completedAtEpochSeconds: instant('completedAt', (of) => of.completedAtEpochSeconds),
  completedAutomatically: { stored: exactOptional(z.boolean()) },
  noShowAtEpochSeconds: instant('noShowAt', (of) => of.noShowAtEpochSeconds),
  expiredAtEpochSeconds: instant('expiredAt', (of) => of.expiredAtEpochSeconds),
  visit: {
    stored: exactOptional(visitSchema),
    shown: { visit: { show: visitRepresentation, unused: null, isForAccount: true } },
  },
  createdAtEpochSeconds: {
    stored: z.int(),
    shown: { createdAt: { show: (of) => instantText(of.createdAtEpochSeconds) } },
  },
  updatedAtEpochSeconds: {
    stored: z.int(),
    shown: { updatedAt: { show: (of) => instantText(of.updatedAtEpochSeconds) } },
  },
  // An erasure puts another booker in their place.
  booker: {
    stored: exactOptional(bookerSchema),
    shown: {
      booker: {
        show: ({ booker }) => bookerRepresentation(booker),
        write: ({ booker }) => storedBooker(booker),
      },
    },
  },
  isUnproven: { stored: exactOptional(z.boolean()), isPersonal: true },
  location: {
    stored: exactOptional(bookingLocationSchema),
    shown: { location: { show: currentLocationRepresentation, unused: null } },
    // The place that a booker named, or their home.
    isPersonal: true,
  },
  answers: {
    stored: exactOptional(answersSchema),
    shown: { answers: { show: ({ answers = {} }) => answers, unused: {} } },
    isPersonal: true,
  },
  sealedPrivateAnswers: { stored: exactOptional(z.string()), isPersonal: true },
  consents: {
    stored: exactOptional(consentsSchema),
    shown: { consents: { show: consentsRepresentation, unused: [], isForAccount: true } },
    isPersonal: true,
  },
  guests: {
    stored: exactOptional(guestsSchema),
    shown: { guests: { show: ({ guests }) => guestsRepresentation(guests), unused: [] } },
    isPersonal: true,
  },
  metadata: {
    stored: exactOptional(z.record(z.string(), z.string())),
    shown: { metadata: { show: ({ metadata = {} }) => metadata, unused: {}, isForAccount: true } },
    isPersonal: true,
  },
  bookerRules: {
    stored: exactOptional(z.object(BOOKER_RULES_ATTRIBUTES)),
    shown: {
      cancelUntil: {
        show: (of) => instantText(changeableUntil(of, 'cancel')),
        unusedAs: 'start',
      },
      rescheduleUntil: {
        show: (of) => instantText(changeableUntil(of, 'reschedule')),
        unusedAs: 'start',
      },
      reschedulesLeft: { show: (of) => reschedulesLeft(of) ?? null, unused: null },
    },
  },
  rescheduleCount: { stored: exactOptional(z.int()) },
  asksBooker: { stored: exactOptional(z.boolean()) },
  signInMark: { stored: exactOptional(z.string()), isPersonal: true },
  // Its booker sees it signed.
  redirectUrl: { stored: exactOptional(z.string()) },
  payment: {
    stored: exactOptional(bookingPaymentSchema),
    shown: {
      payment: { show: bookingPaymentRepresentation, unused: null },
      orderId: { show: orderIdOfBooking, unused: null },
    },
  },
  securityDeposit: {
    stored: exactOptional(bookingSecurityDepositSchema),
    shown: { securityDeposit: { show: bookingSecurityDepositRepresentation, unused: null } },
  },
  price: {
    stored: exactOptional(bookingPriceSchema),
    shown: { price: { show: bookingPriceRepresentation, unused: null } },
  },
  waitlistId: {
    stored: exactOptional(z.string()),
    shown: { waitlistId: { show: (of) => of.waitlistId ?? null, unused: null } },
  },
  hasWaitlist: { stored: exactOptional(z.literal(true)) },
  linesFirst: { stored: exactOptional(z.literal(true)) },
  freedAfterSeconds: { stored: exactOptional(z.int()) },
  groupId: {
    stored: exactOptional(z.string()),
    shown: { groupId: { show: (of) => of.groupId ?? null, unused: null } },
  },
  seats: {
    stored: exactOptional(z.int()),
    shown: { seats: { show: ({ seats = 1 }) => seats, unused: 1 } },
  },
  stay: {
    stored: exactOptional(stayAttributeSchema),
    shown: {
      grain: { show: (of) => (of.stay ? 'nights' : 'time'), unused: 'time' },
      arrival: { show: ({ stay }) => (stay ? formatDate(stay.arrivalDay) : null), unused: null },
      departure: {
        show: ({ stay }) => (stay ? formatDate(stay.departureDay) : null),
        unused: null,
      },
      nights: {
        show: ({ stay }) => (stay ? stay.departureDay - stay.arrivalDay : null),
        unused: null,
      },
      occupants: { show: occupantsRepresentation, unused: null },
      pinned: { show: ({ stay }) => stay?.placing === 'pinned', unused: false },
      earlierUnits: { show: earlierUnitsRepresentation, unused: [], isForAccount: true },
    },
  },
  quote: {
    stored: exactOptional(stayQuoteSchema),
    shown: {
      quote: {
        show: ({ quote }) => (quote ? stayQuoteRepresentation(quote) : null),
        write: ({ quote }) => (quote ? quoteTotals(quote) : null),
        unused: null,
      },
    },
  },
  // An erasure keeps those that are not counted by the person.
  counts: { stored: exactOptional(countsSchema) },
} as const satisfies { readonly [Name in keyof Required<Booking>]: BookingField }

/** The table of the fields, by name, with types that say the same of each. */
export const FIELDS_BY_NAME: Readonly<Record<string, BookingField>> = BOOKING_FIELDS

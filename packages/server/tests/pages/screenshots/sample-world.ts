import type { HttpClient } from '../../support/http-client.ts'

/** The time of all screenshots: Monday, 20 April 2026, 10:00 in Berlin. */
export const NOW = '2026-04-20T08:00:00Z'

interface Made {
  readonly id: string
  readonly manageToken: string
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']

const onWeekdays = (...windows: readonly { readonly start: string; readonly end: string }[]) =>
  WEEKDAYS.map((weekday) => ({ weekday, windows }))

/** The sample data: providers with event types, a house with stays, and one booking. */
export interface SampleWorld {
  readonly houseId: string
  readonly booking: Made
  /** Booked on the public page of stays. */
  readonly stay: Made
}

/** Fills an empty server, whose clock is at `NOW`, with realistic data. */
export async function makeSampleWorld(api: HttpClient): Promise<SampleWorld> {
  const make = async (path: string, body: unknown): Promise<Made> => {
    const { status, body: made, text } = await api.post<Made>(path, body)
    if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${text}`)
    return made
  }
  const ada = await make('/v1/providers', {
    name: 'Dr. Ada Berger',
    slug: 'ada-berger',
    timeZone: 'Europe/Berlin',
    specialty: 'Dentist',
    email: 'ada.berger@example.com',
    listed: true,
  })
  const noah = await make('/v1/providers', {
    name: 'Noah Tremblay',
    slug: 'noah-tremblay',
    timeZone: 'America/Vancouver',
    specialty: 'Physiotherapist',
    listed: true,
  })
  const amira = await make('/v1/providers', {
    name: 'Amira Haddad',
    slug: 'amira-haddad',
    timeZone: 'Europe/Paris',
    specialty: 'Dentist',
    listed: true,
  })
  const checkUp = await make('/v1/event-types', {
    providerId: ada.id,
    slug: 'check-up',
    title: 'Check-up',
    description: 'We check your teeth and gums and answer your questions.',
    durationMinutes: 30,
    bufferAfterMinutes: 10,
    slotStepMinutes: 30,
    availabilityRules: onWeekdays(
      { start: '09:00', end: '12:00' },
      { start: '13:30', end: '18:00' },
    ),
  })
  await make('/v1/event-types', {
    providerId: ada.id,
    slug: 'consultation',
    title: 'Consultation',
    description: 'An hour to plan a longer treatment. The practice approves each request.',
    durationMinutes: 60,
    availabilityRules: onWeekdays({ start: '13:00', end: '17:00' }),
    confirmation: 'approval',
  })
  await make('/v1/event-types', {
    providerId: noah.id,
    slug: 'first-session',
    title: 'First session',
    description: 'We find the cause of your pain and plan the treatment.',
    durationMinutes: 45,
    availabilityRules: onWeekdays({ start: '10:00', end: '18:00' }),
    confirmation: 'instant',
  })
  await api.put('/v1/payment-connection', { kind: 'simulated' })
  await make('/v1/event-types', {
    providerId: noah.id,
    slug: 'training',
    title: 'Personal training',
    description: 'A deposit holds your place.',
    durationMinutes: 45,
    durationOptionsMinutes: [45, 90],
    availabilityRules: onWeekdays({ start: '10:00', end: '18:00' }),
    locations: [
      { kind: 'in_person', address: '1188 Robson Street, Vancouver', label: 'Studio' },
      { kind: 'ask_booker', label: 'At your place' },
    ],
    questions: [
      { id: 'goal', label: 'What would you like to work on?', kind: 'long_text', required: true },
      { id: 'injuries', label: 'Injuries or operations', kind: 'long_text', private: true },
    ],
    payment: {
      amount: 9000,
      amountByDurationMinutes: { '90': 16_000 },
      currency: 'CAD',
      kind: 'deposit',
      depositAmount: 2000,
      refunds: [{ untilMinutesBefore: 1440, percent: 100 }],
    },
    color: '#1d6b57',
  })
  await make('/v1/event-types', {
    providerId: amira.id,
    slug: 'cleaning',
    title: 'Teeth cleaning',
    durationMinutes: 60,
    availabilityRules: onWeekdays({ start: '08:00', end: '16:00' }),
  })
  const house = await make('/v1/calendars', {
    name: 'House by the lake',
    timeZone: 'Europe/Berlin',
    exclusive: 'nights',
    stayPolicy: { minNights: 2, maxNights: 21 },
    publicStays: true,
  })
  for (const [start, end] of [
    ['2026-04-24', '2026-04-27'],
    ['2026-05-08', '2026-05-15'],
  ]) {
    await make(`/v1/calendars/${house.id}/events`, { title: 'Guests', start, end })
  }
  const booking = await make('/v1/bookings', {
    eventTypeId: checkUp.id,
    start: '2026-04-22T07:30:00Z',
    booker: { name: 'Grace Hopper', email: 'grace@example.com', timeZone: 'Europe/Berlin' },
  })
  await make(`/v1/bookings/${booking.id}/confirm`, {})
  const stay = await make(`/v1/stays/${house.id}`, {
    arrival: '2026-06-12',
    departure: '2026-06-16',
    guest: { name: 'Grace Hopper', email: 'grace@example.com' },
  })
  return { houseId: house.id, booking, stay }
}

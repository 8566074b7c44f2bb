import type { Weekday } from '@holdfast/engine'
import type { DetailsDependencies } from '../booking/dependencies.ts'
import { createEventType, type EventTypeInput } from '../booking/event-types/event-types.ts'
import { createProvider, type ProviderInput } from '../booking/provider-changes/save-provider.ts'
import type { UnitDependencies } from '../booking/providers/units.ts'
import { systemCaller } from '../kernel/caller.ts'
import { connectVendor } from '../payments/connecting/connect-vendor.ts'
import type { PaymentsDependencies } from '../payments/dependencies.ts'
import { type CalendarInput, createCalendar } from '../stays/calendars/calendars.ts'

const WEEKDAYS: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']

const everyWeekday = (...windows: readonly { readonly start: string; readonly end: string }[]) =>
  WEEKDAYS.map((weekday) => ({ weekday, windows }))

const PROVIDERS: readonly ProviderInput[] = [
  {
    name: 'Dr. Ada Berger',
    slug: 'ada-berger',
    timeZone: 'Europe/Berlin',
    specialty: 'dentist',
    email: 'ada.berger@example.com',
    listed: true,
  },
  {
    name: 'Noah Tremblay',
    slug: 'noah-tremblay',
    timeZone: 'America/Vancouver',
    specialty: 'physiotherapist',
    email: 'noah.tremblay@example.com',
    listed: true,
  },
]

/** The demo's event types, each with the slug of its provider. */
const EVENT_TYPES: readonly (Omit<EventTypeInput, 'providerId'> & { readonly provider: string })[] =
  [
    {
      provider: 'ada-berger',
      slug: 'check-up',
      title: 'Check-up',
      description: 'A half-hour dental check-up.',
      durationMinutes: 30,
      bufferAfterMinutes: 10,
      slotStepMinutes: 30,
      availabilityRules: everyWeekday(
        { start: '09:00', end: '12:00' },
        { start: '13:00', end: '17:00' },
      ),
      locations: [{ kind: 'in_person', address: 'Parkstraße 5, 13187 Berlin' }],
    },
    {
      provider: 'ada-berger',
      slug: 'consultation',
      title: 'Consultation',
      description: 'The dentist confirms your request first.',
      durationMinutes: 60,
      minNoticeMinutes: 120,
      availabilityRules: everyWeekday({ start: '13:00', end: '17:00' }),
      confirmation: 'approval',
    },
    {
      provider: 'noah-tremblay',
      slug: 'first-session',
      title: 'First session',
      durationMinutes: 45,
      bufferBeforeMinutes: 5,
      bufferAfterMinutes: 10,
      slotStepMinutes: 60,
      availabilityRules: everyWeekday({ start: '10:00', end: '18:00' }),
      confirmation: 'instant',
    },
    {
      provider: 'noah-tremblay',
      slug: 'training',
      title: 'Personal training',
      description: 'A deposit holds your place. The money of this demo is not real.',
      durationMinutes: 45,
      durationOptionsMinutes: [45, 90],
      slotStepMinutes: 45,
      availabilityRules: everyWeekday({ start: '10:00', end: '18:00' }),
      locations: [
        { kind: 'in_person', address: '1188 Robson Street, Vancouver', label: 'Studio' },
        { kind: 'ask_booker', label: 'At your place' },
      ],
      questions: [
        { id: 'goal', label: 'What would you like to work on?', kind: 'long_text', required: true },
        { id: 'injuries', label: 'Injuries or operations', kind: 'long_text', private: true },
      ],
      policy: { cancelUntilMinutes: 60, maxReschedules: 2 },
      payment: {
        amount: 9000,
        amountByDurationMinutes: { '90': 16_000 },
        currency: 'CAD',
        kind: 'deposit',
        depositAmount: 2000,
        refunds: [{ untilMinutesBefore: 1440, percent: 100 }],
      },
      color: '#1d6b57',
    },
  ]

const HOUSE: CalendarInput = {
  name: 'House by the lake',
  timeZone: 'Europe/Berlin',
  exclusive: 'nights',
  stayPolicy: { minNights: 2 },
  publicStays: true,
}

/** The resources of the demo account. */
export interface Demo {
  readonly providerIds: readonly string[]
  readonly calendarId: string
  readonly eventTypeIds: readonly string[]
}

/** Creates two providers, four event types, simulated payments and a calendar for stays in an account. */
export async function createDemo(
  deps: PaymentsDependencies & UnitDependencies & Pick<DetailsDependencies, 'phoneNumbers'>,
  accountId: string,
): Promise<Demo> {
  const caller = systemCaller(accountId, 'demo')
  const providerIds = new Map<string | undefined, string>()
  for (const input of PROVIDERS) {
    const created = await createProvider(deps, caller, input)
    if (!created.ok) throw new Error(`Cannot create a demo provider: ${created.refusal.code}`)
    providerIds.set(input.slug, created.value.id)
  }
  const connected = await connectVendor(deps, caller, { kind: 'simulated' })
  if (!connected.ok) throw new Error(`Cannot simulate payments: ${connected.refusal.code}`)
  const eventTypeIds: string[] = []
  for (const { provider, ...input } of EVENT_TYPES) {
    const providerId = providerIds.get(provider) ?? ''
    const created = await createEventType(deps, caller, { providerId, ...input })
    if (!created.ok) throw new Error(`Cannot create a demo event type: ${created.refusal.code}`)
    eventTypeIds.push(created.value.id)
  }
  const house = await createCalendar(deps, caller, HOUSE)
  if (!house.ok) throw new Error(`Cannot create the demo calendar: ${house.refusal.code}`)
  return { providerIds: [...providerIds.values()], eventTypeIds, calendarId: house.value.id }
}

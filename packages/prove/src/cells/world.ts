import { everyDay } from '../../../server/tests/support/fixtures.ts'
import type { Api } from '../run/api.ts'
import type { Random } from './random.ts'

/** The shapes of booking that a run has. */
export const SHAPES = [
  'single',
  'team',
  'class',
  'limit',
  'group',
  'nights',
  'stays',
  'pools',
  'rooms',
  'orders',
  'balances',
  'paid',
  'waitlist',
  'freed',
] as const
export type Shape = (typeof SHAPES)[number]

/** The shapes whose bookings must be paid. */
export const PAID_SHAPES: ReadonlySet<Shape> = new Set(['orders', 'balances', 'paid'])

/** An event type of a cell. */
export interface BookableType {
  readonly id: string
  readonly durationMinutes: number
  readonly bufferAfterMinutes: number
  /** Whom a booking takes: of each list, one. */
  readonly pools: readonly (readonly string[])[]
  /** The seats of a session. */
  readonly capacity?: number
  /** The most bookings of a day. */
  readonly perDay?: number
  /** What a booking costs, in minor units. */
  readonly price?: number
  /** How many minutes the time of a confirmed booking stays taken after it is cancelled or moved. */
  readonly keptMinutes?: { readonly min: number; readonly max: number }
  /** Whether people can wait for its time. */
  readonly hasWaitlist?: boolean
}

/** Providers and event types of one shape, which have many days. */
export interface World {
  readonly shape: Shape
  /** Empty for stays. */
  readonly types: readonly BookableType[]
  /** The calendar of stays. */
  readonly calendarId?: string
  /** The units whose nights are booked. */
  readonly units?: readonly BookedUnit[]
  /** The event type of nights of the units. */
  readonly stayTypeId?: string
}

/** What a night costs that must be paid, in minor units. */
export const NIGHT_AMOUNT = 5_000

/** A unit with the calendar of its nights. */
export interface BookedUnit {
  readonly id: string
  readonly calendarId: string
}

/** Few, so that all of them are often taken. */
const POOL_UNITS = 2
/** One more than a party takes, so that its rooms are not always the same. */
const PARTY_UNITS = 3

const AROUND_THE_CLOCK = everyDay({ start: '00:00', end: '24:00' })

/** The shortest that an event type can have, so that holds lapse in a short run too. */
const HOLD_MINUTES = 1

/** The shortest time for an offer of a wait list. */
export const OFFER_MINUTES = 5

/** The shortest time to pay, after which a hold has ten minutes more. */
const PAY_WITHIN_MINUTES = 5
const PAYMENT = {
  currency: 'EUR',
  kind: 'full',
  payWithinMinutes: PAY_WITHIN_MINUTES,
  onCaptureFailure: 'keep',
  captureFailureMinutes: 60,
  refunds: [],
} as const

/** Less than all clocks move forward at once, so that it ends while its history is played. */
const KEPT_MINUTES = { min: 1, max: 1 }

/** The most, so that the rest of most stays is due at once. */
const BALANCE_DUE_DAYS = 365

/** Stays of a long run are far ahead. */
const MAX_ADVANCE_DAYS = 3_650
/** The most of an event type. */
const MAX_ADVANCE_DAYS_OF_TYPES = 1_095

/** Creates the providers and event types of a world. */
export async function createWorld(api: Api, shape: Shape, random: Random): Promise<World> {
  const unique = () => `p${Math.floor(random.next() * 2 ** 48).toString(36)}`
  const provider = async (kind: string): Promise<string> => {
    const slug = unique()
    const body = { name: slug, slug, timeZone: 'UTC', kind }
    return idOf(await api.must({ method: 'POST', path: '/v1/providers', body }, slug))
  }
  const type = (ownerId: string, durationMinutes: number, more?: Partial<BookableType>) =>
    createType(api, unique(), { ownerId, durationMinutes, ...more })

  switch (shape) {
    case 'single': {
      const ann = await provider('person')
      return {
        shape,
        types: [await type(ann, 30), await type(ann, 60, { bufferAfterMinutes: 15 })],
      }
    }
    case 'team': {
      const [ann, bob, room, team] = [
        await provider('person'),
        await provider('person'),
        await provider('room'),
        await provider('team'),
      ]
      return {
        shape,
        types: [
          await type(team, 30, { pools: [[ann, bob]] }),
          await type(team, 60, { pools: [[ann, bob], [room]] }),
          await type(ann, 30),
        ],
      }
    }
    case 'class': {
      const [ann, room] = [await provider('person'), await provider('room')]
      return {
        shape,
        types: [
          await type(ann, 60, { pools: [[ann], [room]], capacity: 5 }),
          await type(ann, 30),
          await type(room, 30),
        ],
      }
    }
    case 'limit': {
      const ann = await provider('person')
      return { shape, types: [await type(ann, 30, { perDay: 3 }), await type(ann, 30)] }
    }
    case 'nights': {
      const slug = unique()
      const body = {
        name: slug,
        timeZone: 'UTC',
        exclusive: 'nights',
        publicStays: true,
        stayPolicy: { maxAdvanceDays: MAX_ADVANCE_DAYS },
      }
      const calendar = await api.must({ method: 'POST', path: '/v1/calendars', body }, slug)
      return { shape, types: [], calendarId: idOf(calendar) }
    }
    case 'stays':
      return { shape, types: [], ...(await createUnits(api, unique, 1)) }
    case 'pools':
      return { shape, types: [], ...(await createUnits(api, unique, POOL_UNITS)) }
    case 'rooms':
      return { shape, types: [], ...(await createUnits(api, unique, PARTY_UNITS)) }
    case 'orders': {
      const payment = { ...PAYMENT, amount: NIGHT_AMOUNT }
      return { shape, types: [], ...(await createUnits(api, unique, 1, { payment })) }
    }
    case 'balances': {
      const plan = { name: 'Deposit', currency: PAYMENT.currency, amount: NIGHT_AMOUNT }
      const body = { ...plan, deposit: { nights: 1 }, balanceDueDays: BALANCE_DUE_DAYS }
      const made = await api.must({ method: 'POST', path: '/v1/rate-plans', body }, unique())
      const payment = { ...PAYMENT, amount: NIGHT_AMOUNT }
      const priced = { payment, ratePlanIds: [idOf(made)] }
      return { shape, types: [], ...(await createUnits(api, unique, 1, priced)) }
    }
    case 'paid': {
      const ann = await provider('person')
      return { shape, types: [await type(ann, 30, { price: 5_000 }), await type(ann, 30)] }
    }
    case 'waitlist': {
      const ann = await provider('person')
      return { shape, types: [await type(ann, 30, { hasWaitlist: true }), await type(ann, 30)] }
    }
    case 'freed': {
      const ann = await provider('person')
      return {
        shape,
        types: [await type(ann, 30, { keptMinutes: KEPT_MINUTES }), await type(ann, 30)],
      }
    }
    case 'group': {
      const [ann, bob] = [await provider('person'), await provider('person')]
      return { shape, types: [await type(ann, 30), await type(bob, 30)] }
    }
  }
}

/** Creates units whose nights are booked; several are a pool, of which a booking takes one. */
async function createUnits(
  api: Api,
  unique: () => string,
  count: number,
  priced: Readonly<Record<string, unknown>> = {},
): Promise<Required<Pick<World, 'units' | 'stayTypeId'>>> {
  const timeZone = 'UTC'
  const make = async (path: string, body: Readonly<Record<string, unknown>>) =>
    await api.must({ method: 'POST', path, body }, unique())
  const propertyId = idOf(await make('/v1/properties', { name: 'House', timeZone }))
  const units: BookedUnit[] = []
  while (units.length < count) {
    const slug = unique()
    const body = { name: slug, slug, kind: 'unit', timeZone, propertyId }
    const unit = await make('/v1/providers', body)
    if (typeof unit.calendarId !== 'string') throw new Error('The unit has no calendar.')
    units.push({ id: idOf(unit), calendarId: unit.calendarId })
  }
  const slug = unique()
  const type = await make('/v1/event-types', {
    providerId: units[0]?.id,
    grain: 'nights',
    slug,
    title: slug,
    holdMinutes: HOLD_MINUTES,
    maxAdvanceDays: MAX_ADVANCE_DAYS_OF_TYPES,
    ...(count > 1 && { requirements: [{ name: 'room', kind: 'unit', count: 1 }] }),
    ...priced,
  })
  return { units, stayTypeId: idOf(type) }
}

/** Creates an event type whose bookings take its owner, unless it has pools. */
async function createType(
  api: Api,
  slug: string,
  {
    ownerId,
    ...type
  }: Partial<BookableType> & { readonly ownerId: string; readonly durationMinutes: number },
): Promise<BookableType> {
  const { durationMinutes, bufferAfterMinutes = 0, pools = [[ownerId]] } = type
  const { capacity, perDay, price, hasWaitlist, keptMinutes } = type
  const body = {
    providerId: ownerId,
    slug,
    title: slug,
    durationMinutes,
    slotStepMinutes: 30,
    bufferAfterMinutes,
    holdMinutes: HOLD_MINUTES,
    availabilityRules: AROUND_THE_CLOCK,
    ...(type.pools && {
      requirements: pools.map((providerIds, n) => ({ name: `part${n}`, providerIds, count: 1 })),
    }),
    ...(capacity !== undefined && { seats: { capacity } }),
    ...(perDay !== undefined && { limits: { perDay } }),
    ...(keptMinutes && { release: { freedAfterMinutes: keptMinutes } }),
    ...(hasWaitlist && { waitlist: { offerMinutes: OFFER_MINUTES } }),
    ...(price !== undefined && { payment: { ...PAYMENT, amount: price } }),
  }
  const id = idOf(await api.must({ method: 'POST', path: '/v1/event-types', body }, slug))
  return { ...type, id, bufferAfterMinutes, pools }
}

function idOf(body: Readonly<Record<string, unknown>>): string {
  if (typeof body.id !== 'string') throw new Error(`No id in ${JSON.stringify(body)}.`)
  return body.id
}

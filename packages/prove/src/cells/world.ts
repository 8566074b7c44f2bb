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
  'begun',
  'adopted',
  'paid',
  'waitlist',
  'freed',
] as const
export type Shape = (typeof SHAPES)[number]

/** The shapes whose bookings must be paid. */
export const PAID_SHAPES: ReadonlySet<Shape> = new Set(['orders', 'balances', 'begun', 'paid'])

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
  /** The first minute of today, of a house in which guests are. It is played once: all of its cells would be today. */
  readonly today?: number
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

/** The hour that it is in a house with guests, so that no run lasts until the next day. */
const HOUR_IN_HOUSE = 3
/** Later than any run ends, so that a stay that leaves today is not over. */
const CHECK_OUT_TIME = '23:00'
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

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

/** Creates the providers and event types of a world. `now`: the run's clock, in milliseconds. */
export async function createWorld(
  api: Api,
  shape: Shape,
  random: Random,
  now: number,
): Promise<World> {
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
    case 'pools':
    case 'rooms':
    case 'orders':
    case 'balances':
    case 'begun':
    case 'adopted':
      return { shape, types: [], ...(await createStayWorld(api, shape, unique, now)) }
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

type StayWorld = Pick<World, 'units' | 'stayTypeId' | 'today'>
type StayShape = 'stays' | 'pools' | 'rooms' | 'orders' | 'balances' | 'begun' | 'adopted'

/** Creates the units of a world, and how they are paid. */
async function createStayWorld(
  api: Api,
  shape: StayShape,
  unique: () => string,
  now: number,
): Promise<StayWorld> {
  const payment = { ...PAYMENT, amount: NIGHT_AMOUNT }
  switch (shape) {
    case 'stays':
      return await createUnits(api, unique, 1)
    case 'pools':
      return await createUnits(api, unique, POOL_UNITS)
    case 'rooms':
      return await createUnits(api, unique, PARTY_UNITS)
    case 'orders':
      return await createUnits(api, unique, 1, { payment })
    case 'balances': {
      const plan = { name: 'Deposit', currency: PAYMENT.currency, amount: NIGHT_AMOUNT }
      const body = { ...plan, deposit: { nights: 1 }, balanceDueDays: BALANCE_DUE_DAYS }
      const made = await api.must({ method: 'POST', path: '/v1/rate-plans', body }, unique())
      return await createUnits(api, unique, 1, { payment, ratePlanIds: [idOf(made)] })
    }
    case 'begun':
      return await createHouse(api, unique, now, { payment })
    case 'adopted':
      return await createHouse(api, unique, now)
  }
}

/** Creates a house in which it is early in the morning, with a pool of units. */
async function createHouse(
  api: Api,
  unique: () => string,
  now: number,
  priced: Readonly<Record<string, unknown>> = {},
): Promise<StayWorld> {
  const nowMinutes = Math.floor(now / 60_000)
  const hour = Math.floor(nowMinutes / HOUR_MINUTES) % 24
  // From -12 to 11: no zone is further behind.
  const offsetHours = ((HOUR_IN_HOUSE - hour + 36) % 24) - 12
  const timeZone = `Etc/GMT${offsetHours > 0 ? '-' : '+'}${Math.abs(offsetHours)}`
  const place = { timeZone, checkOutTime: CHECK_OUT_TIME }
  const units = await createUnits(api, unique, PARTY_UNITS, priced, place)
  const localMinutes = nowMinutes + offsetHours * HOUR_MINUTES
  return { ...units, today: localMinutes - (localMinutes % DAY_MINUTES) }
}

/** Creates units whose nights are booked; several are a pool, of which a booking takes one. */
async function createUnits(
  api: Api,
  unique: () => string,
  count: number,
  priced: Readonly<Record<string, unknown>> = {},
  place: { readonly timeZone: string; readonly checkOutTime?: string } = { timeZone: 'UTC' },
): Promise<Required<Pick<World, 'units' | 'stayTypeId'>>> {
  const { timeZone } = place
  const make = async (path: string, body: Readonly<Record<string, unknown>>) =>
    await api.must({ method: 'POST', path, body }, unique())
  const propertyId = idOf(await make('/v1/properties', { name: 'House', ...place }))
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

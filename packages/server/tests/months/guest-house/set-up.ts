import type { EventType, Provider } from '@holdfast/contracts'
import { expectStatus } from '../../support/fixtures.ts'
import type { House } from '../support/house.ts'
import { weekdayOf } from '../support/wall-times.ts'
import { broken, type Dates, daysFrom, type People, type Plan } from './prices.ts'
import {
  FAMILY,
  FLEXIBLE,
  type RateCard,
  SAVER_PERCENT,
  SAVER_TERMS,
  SINGLE,
} from './rate-cards.ts'

/** A type of rooms, as its owner would say it. */
export interface RoomType {
  readonly id: string
  readonly title: string
  readonly units: readonly string[]
  readonly plans: readonly Plan[]
  readonly choice: 'gap' | 'priority'
  readonly minNights: number
  readonly closedArrival?: string
  readonly most: { readonly adults: number; readonly children: number; readonly total: number }
  /** How a stay becomes final. */
  readonly way: 'paid' | 'confirmed' | 'approved'
}

/** A room with its calendar. */
export interface Room {
  readonly id: string
  readonly name: string
  readonly calendarId: string
}

/** The house after its owner has set it up. */
export interface Inn {
  readonly propertyId: string
  readonly rooms: readonly Room[]
  readonly doubles: RoomType
  readonly singles: RoomType
  readonly family: RoomType
  readonly types: readonly RoomType[]
}

/** The time zone of the house. */
export const ZONE = 'Europe/Berlin'

/** Calls the server as the owner of the house. */
type Owner = Pick<House, 'add' | 'api' | 'say'>

async function makePlan(house: Owner, card: RateCard): Promise<Plan> {
  const { id } = await house.say<{ id: string }>('post', '/v1/rate-plans', card)
  const { deposit, cancellation: penalties = [] } = card
  return { id, card, adjustPercent: 0, depositPercent: deposit?.percent ?? 0, penalties }
}

async function makeSaver(house: Owner, { id: parentId, card }: Plan): Promise<Plan> {
  const { id } = await house.say<{ id: string }>('post', '/v1/rate-plans', {
    name: 'Saver',
    parentId,
    adjust: { percent: SAVER_PERCENT },
    ...SAVER_TERMS,
  })
  const { deposit, cancellation: penalties } = SAVER_TERMS
  return { id, card, adjustPercent: SAVER_PERCENT, depositPercent: deposit.percent, penalties }
}

/** Adds the six rooms, in the order of their numbers. */
async function makeRooms(house: Owner, propertyId: string): Promise<readonly Room[]> {
  const rooms: Room[] = []
  for (const name of ['Room 1', 'Room 2', 'Room 3', 'Room 4', 'Room 5', 'Room 6']) {
    const { id } = await house.add(name, { kind: 'unit', propertyId })
    const read = await house.api.get<Provider & { calendarId: string }>(`/v1/providers/${id}`)
    rooms.push({ id, name, calendarId: expectStatus(read, 200).calendarId })
  }
  return rooms
}

const confirmations = { paid: 'instant', confirmed: 'hold', approved: 'approval' } as const

type TypeGiven = Omit<RoomType, 'id'>

async function makeType(house: Owner, given: TypeGiven, more: object = {}): Promise<RoomType> {
  const { title, units, plans, choice, minNights, most, way } = given
  const pool = [{ name: 'room', providerIds: units, count: 1, choice }]
  const eventType = await house.say<EventType>('post', '/v1/event-types', {
    providerId: units[0],
    slug: title.toLowerCase().replaceAll(' ', '-'),
    title,
    grain: 'nights',
    confirmation: confirmations[way],
    maxAdvanceDays: 400,
    stay: { minNights },
    occupancy: { base: Math.min(2, most.adults), ...most },
    ratePlanIds: plans.map(({ id }) => id),
    ...(units.length > 1 && { requirements: pool }),
    ...more,
  })
  return { ...given, id: eventType.id }
}

/** Sets up the house as its owner would: three doubles, two singles and a family room. */
export async function setUp(house: Owner): Promise<Inn> {
  await house.say('put', '/v1/payment-connection', { kind: 'simulated' })
  const { id: propertyId } = await house.say<{ id: string }>('post', '/v1/properties', {
    name: 'Guest house',
    timeZone: ZONE,
    address: 'Seestr. 1, 88131 Lindau',
    checkInTime: '15:00',
    checkOutTime: '11:00',
  })
  const rooms = await makeRooms(house, propertyId)
  const units = rooms.map(({ id }) => id)
  const flexible = await makePlan(house, FLEXIBLE)
  const saver = await makeSaver(house, flexible)
  const single = await makePlan(house, SINGLE)
  const family = await makePlan(house, FAMILY)
  const payment = { amount: 10_000, currency: 'EUR', kind: 'full', payWithinMinutes: 15 }
  const doubles = await makeType(
    house,
    {
      title: 'Double room',
      units: units.slice(0, 3),
      plans: [flexible, saver],
      choice: 'gap',
      minNights: 2,
      most: { adults: 2, children: 1, total: 3 },
      way: 'paid',
    },
    { payment },
  )
  const singles = await makeType(
    house,
    {
      title: 'Single room',
      units: units.slice(3, 5),
      plans: [single],
      choice: 'priority',
      minNights: 1,
      most: { adults: 1, children: 0, total: 1 },
      way: 'confirmed',
    },
    { holdMinutes: 20 },
  )
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
  const familyRoom = await makeType(
    house,
    {
      title: 'Family room',
      units: units.slice(5),
      plans: [family],
      choice: 'gap',
      minNights: 3,
      closedArrival: 'sunday',
      most: { adults: 3, children: 3, total: 5 },
      way: 'approved',
    },
    { stay: { minNights: 3, arrivalWeekdays: days } },
  )
  const types = [doubles, singles, familyRoom]
  return { propertyId, rooms, doubles, singles, family: familyRoom, types }
}

/** The rules of a type and of a plan that a stay breaks, as the codes of their refusals. With `before`, only what changes counts. */
export function rulesBroken(
  type: RoomType,
  plan: Plan,
  { adults, childAges, ...to }: Dates & People,
  before?: Dates,
): readonly string[] {
  const codes = [...broken(plan, to, before)]
  const length = daysFrom(to.arrival, to.departure)
  const isOtherLength =
    before === undefined || daysFrom(before.arrival, before.departure) !== length
  if (isOtherLength && length < type.minNights) codes.push('too_few_nights')
  if (before?.arrival !== to.arrival && weekdayOf(to.arrival) === type.closedArrival) {
    codes.push('arrival_weekday')
  }
  const { most } = type
  const children = childAges.length
  const isTooMany =
    adults > most.adults || children > most.children || adults + children > most.total
  if (before === undefined && isTooMany) codes.push('too_many_occupants')
  return [...new Set(codes)].sort()
}

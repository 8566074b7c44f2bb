import { type Inn, setUp, ZONE } from '../../months/guest-house/set-up.ts'
import { dayAfter, wallOf } from '../../months/support/wall-times.ts'
import { API_KEY } from '../../support/cluster.ts'
import type { ServerHere } from '../../support/server-here.ts'
import { drawnPhoto } from './drawn-photo.ts'

/** A Sunday in the season of the sample. It is played in this week. */
const DAY_OF_SAMPLE = '2035-06-24'
const DAY_MILLISECONDS = 86_400_000
/** Ten months of so many houses are more than what a search reads from the ledger. */
const COTTAGES = 12

/** A booking, with the members that are read. */
export interface Booked {
  readonly id: string
  readonly manageToken: string
  readonly orderId: string | null
}

/** A guest house in the middle of its season, and a village of homes for long stays. */
export interface StayWorld {
  readonly inn: Inn
  /** A stay of ten months there is more than a search reads from the ledger. */
  readonly villageId: string
  /** The Monday of the week after next. */
  readonly monday: string
  /** A paid stay of a guest, in the week of that Monday. */
  readonly stay: Booked
  /** A stay that changed its room in its third night. */
  readonly split: Booked
  /** A stay that begins today, with a deposit in cash. */
  readonly arriving: Booked
  /** A request that waits for an answer. */
  readonly request: Booked
}

/** The date at the house. */
const today = (): string => wallOf(ZONE, new Date().toISOString()).date

/** The date so many days from today. */
export const day = (days: number): string => dayAfter(today(), days)

/** Whole weeks from the season of the sample to this one. */
const shiftDays = (): number =>
  Math.floor((Date.parse(today()) - Date.parse(DAY_OF_SAMPLE)) / (7 * DAY_MILLISECONDS)) * 7

/** A body of the sample, with its dates in this season. */
const inThisSeason = <Body extends object>(body: Body): Body =>
  JSON.parse(
    JSON.stringify(body).replaceAll(/\b2035-\d\d-\d\d\b/g, (date) => dayAfter(date, shiftDays())),
  )

/** Calls the server as the owner of the account. */
function ownerOf({ api }: Pick<ServerHere, 'api'>) {
  async function say<Body>(method: 'post' | 'put' | 'patch', path: string, body: object) {
    const answer = await api[method]<Body>(path, inThisSeason(body))
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }
  const make = <Made = { readonly id: string }>(path: string, body: object) =>
    say<Made>('post', path, body)
  const add = (name: string, given: object = {}) =>
    make<never>('/v1/providers', {
      name,
      slug: name.toLowerCase().replaceAll(' ', '-'),
      timeZone: ZONE,
      ...given,
    })
  return { api, say, make, add }
}

type Owner = ReturnType<typeof ownerOf>

const QUESTIONS = [
  { id: 'when', label: 'When will you arrive?', kind: 'text', required: false },
  {
    id: 'parking',
    label: 'Do you need a parking space?',
    kind: 'select',
    options: ['No', 'Yes, for a car', 'Yes, for bicycles'],
    required: true,
  },
]

/** Uploads a photo. */
async function upload(url: string, alt: string, file: Buffer) {
  const answer = await fetch(`${url}/v1/photos`, {
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'image/png' },
    body: new Uint8Array(file),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`POST /v1/photos answered ${answer.status}: ${text}`)
  const photo = JSON.parse(text) as { readonly url: string }
  return { url: photo.url, alt }
}

/** What the owner adds to the sample: words and photos for guests, and questions. */
async function furnish(owner: Owner, url: string, { doubles, family }: Inn): Promise<void> {
  const photos = [
    await upload(url, 'The view in the morning', drawnPhoto([168, 200, 224], [86, 122, 96])),
    await upload(url, 'The balcony', drawnPhoto([240, 206, 160], [150, 106, 84])),
    await upload(url, 'The lake in the evening', drawnPhoto([120, 118, 170], [52, 66, 92])),
  ]
  await owner.say('patch', `/v1/event-types/${doubles.id}`, {
    photos,
    description:
      'A quiet room with a balcony and a view of the lake. The shower is at floor level.',
    questions: QUESTIONS,
  })
  await owner.say('patch', `/v1/event-types/${family.id}`, {
    description: 'Two rooms below the roof, for up to five. We answer each request within a day.',
  })
}

async function makeVillage(owner: Owner): Promise<string> {
  const { id: propertyId } = await owner.make('/v1/properties', {
    name: 'Lake village',
    timeZone: ZONE,
    address: 'Am Hang 1–12, 88131 Lindau',
  })
  const cottages = Array.from({ length: COTTAGES }, (_, index) => `Cottage ${index + 1}`)
  const units: { readonly id: string }[] = []
  const unit = { kind: 'unit', propertyId }
  for (const name of cottages) units.push(await owner.add(name, unit))
  const ids = units.map(({ id }) => id)
  for (const [title, providerIds] of [
    ['Cottage by the lake', ids.slice(0, COTTAGES / 2)],
    ['Cottage on the hill', ids.slice(COTTAGES / 2)],
  ] as const) {
    await owner.make('/v1/event-types', {
      providerId: providerIds[0],
      slug: 'cottage',
      title,
      grain: 'nights',
      confirmation: 'hold',
      stay: { minNights: 28 },
      maxAdvanceDays: 700,
      payment: { amount: 4000, currency: 'EUR', kind: 'full' },
      requirements: [{ name: 'cottage', providerIds, count: 1, choice: 'gap' }],
    })
  }
  return propertyId
}

/** A unit over a calendar that took stays before there were units. */
async function makeCabin(owner: Owner, propertyId: string): Promise<void> {
  const calendar = { name: 'Cabin', timeZone: ZONE, exclusive: 'nights', publicStays: true }
  const { id: calendarId } = await owner.make('/v1/calendars', calendar)
  for (const [title, from, to] of [
    ['Family Miller', 5, 9],
    ['Club of hikers', 12, 14],
  ] as const) {
    const own = { title, start: day(from), end: day(to) }
    await owner.make(`/v1/calendars/${calendarId}/events`, own)
  }
  const { id: providerId } = await owner.add('Cabin', { kind: 'unit', propertyId, calendarId })
  const type = { providerId, slug: 'cabin', title: 'Cabin in the garden', grain: 'nights' }
  await owner.make('/v1/event-types', { ...type, confirmation: 'hold' })
}

interface Wish {
  readonly who: string
  readonly type: Inn['doubles']
  readonly from: string
  readonly to: string
  readonly [more: string]: unknown
}

const emailOf = (who: string): string => `${who.toLowerCase().replaceAll(' ', '.')}@example.com`

async function book(owner: Owner, { who, type, from, to, ...more }: Wish): Promise<Booked> {
  return await owner.make<Booked>('/v1/bookings', {
    eventTypeId: type.id,
    arrival: from,
    departure: to,
    ratePlanId: type.plans[0]?.id,
    occupants: { adults: type.most.adults === 1 ? 1 : 2, childAges: [] },
    booker: { name: who, email: emailOf(who), phone: '+4930901820' },
    // The rules are those of guests.
    override: true,
    ...more,
  })
}

async function confirm(owner: Owner, stay: Booked): Promise<Booked> {
  await owner.say('post', `/v1/bookings/${stay.id}/confirm`, { withoutPayment: true })
  return stay
}

/** The guests of the house, from four days ago to the season after next. */
async function bookStays(owner: Owner, { doubles, singles, family, rooms }: Inn, monday: string) {
  const stayOf = async (wish: Wish) => confirm(owner, await book(owner, wish))
  const room = (index: number) => ({ unitId: rooms[index]?.id, pinned: false })
  const split = await stayOf({
    ...{ who: 'Grace Hopper', type: doubles, from: day(-3), to: day(3), ...room(1) },
    extras: [{ id: 'breakfast' }],
  })
  await stayOf({ who: 'Alan Turing', type: singles, from: day(-3), to: day(0) })
  await stayOf({
    ...{ who: 'Katherine Johnson', type: family, from: day(-2), to: day(3) },
    occupants: { adults: 2, childAges: [4, 9] },
  })
  const arriving = await stayOf({
    ...{ who: 'Ada Byron', type: doubles, from: day(0), to: day(4), ...room(2) },
    occupants: { adults: 2, childAges: [7] },
    extras: [{ id: 'breakfast' }],
    note: 'Arrives with a dog',
  })
  await stayOf({ who: 'Barbara Liskov', type: singles, from: day(1), to: day(3) })
  await stayOf({ who: 'Donald Knuth', type: doubles, from: day(4), to: day(7), ...room(2) })
  const gone = await stayOf({ who: 'Edsger Dijkstra', type: singles, from: day(2), to: day(5) })
  await owner.say('post', `/v1/bookings/${gone.id}/cancel`, { reason: 'Has a cold' })
  const stay = await stayOf({
    ...{ who: 'Margaret Hamilton', type: doubles, from: monday, to: dayAfter(monday, 4) },
    occupants: { adults: 2, childAges: [7] },
    extras: [{ id: 'breakfast' }],
  })
  return { split, arriving, stay }
}

/** Fills an empty server, whose clock stands at now in the end. */
export async function makeStayWorld(server: ServerHere): Promise<StayWorld> {
  const owner = ownerOf(server)
  await server.setClock(`${day(-4)}T10:00:00Z`)
  const inn = await setUp(owner)
  await furnish(owner, server.url, inn)
  const weekday = new Date(day(9)).getUTCDay()
  const monday = day(9 + ((8 - weekday) % 7))
  const booked = await bookStays(owner, inn, monday)
  const villageId = await makeVillage(owner)
  await makeCabin(owner, inn.propertyId)
  await server.setClock(new Date().toISOString())
  const { doubles, family, rooms } = inn
  const { split, arriving } = booked
  await owner.say('post', `/v1/bookings/${split.id}/reassign`, { unitId: rooms[0]?.id })
  const cash = { method: 'cash', amount: 20_000 }
  await owner.say('post', `/v1/orders/${arriving.orderId}/payments`, cash)
  const request = await book(owner, {
    ...{ who: 'Hedy Lamarr', type: family, from: day(20), to: day(24) },
    occupants: { adults: 2, childAges: [11] },
  })
  await book(owner, { who: 'Sophie Germain', type: doubles, from: day(30), to: day(33) })
  return { inn, villageId, monday, request, ...booked }
}

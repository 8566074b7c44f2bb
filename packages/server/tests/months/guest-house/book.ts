import { expectStatus } from '../../support/fixtures.ts'
import { until } from '../../support/until.ts'
import { orderOf, payOnline } from '../support/orders.ts'
import { dayAfter, earliest } from '../support/wall-times.ts'
import { Account } from './account.ts'
import { type Plan, priceOf, type Wish } from './prices.ts'
import { type Refused, SEASON, type Season, type Stay, type Told } from './season.ts'
import { type RoomType, rulesBroken } from './set-up.ts'

/** Who asks for a type of rooms. */
function people(season: Season, { most, title }: RoomType) {
  if (most.total === 1) return { adults: season.chance(4) ? 2 : 1, childAges: [] }
  if (title === 'Double room') {
    const childAges = season.chance(25) ? [season.drawn(0, 17)] : []
    return { adults: season.oneOf([2, 2, 2, 1]), childAges }
  }
  const childAges = Array.from({ length: season.drawn(0, 3) }, () => season.drawn(0, 17))
  return { adults: season.oneOf([2, 2, 3, 1]), childAges }
}

/** What somebody wishes for: four of five times nights that are free, and seldom what no rule allows. */
function wishFor(season: Season, type: RoomType, plan: Plan): Wish {
  const who = people(season, type)
  const hasBreakfast = season.chance(40)
  const isFussy = season.chance(80)
  for (let tries = 1; ; tries += 1) {
    const nights = season.oneOf([1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 9])
    const from = dayAfter(season.now.date, season.oneOf([season.drawn(0, 6), season.drawn(0, 50)]))
    const dates = season.dates(earliest(from, SEASON.last), nights)
    const wish = { ...dates, ...who, hasBreakfast }
    const isGood =
      rulesBroken(type, plan, wish).length === 0 &&
      season.books.freeRooms(type.units, dates).length > 0
    if (!isFussy || isGood || tries === 20) return wish
  }
}

/** A room that the house has a guest in mind for. */
const roomInMind = (season: Season, type: RoomType, wish: Wish) =>
  season.chance(20) ? season.oneOf(season.books.freeRooms(type.units, wish)) : undefined

/** Somebody asks for a stay: a guest on the page, or the house for a guest who calls. */
export async function ask(season: Season): Promise<void> {
  const { doubles, singles, family } = season.inn
  const type = season.oneOf([doubles, doubles, doubles, singles, singles, singles, family])
  const plan = season.oneOf(type.plans)
  const wish = wishFor(season, type, plan)
  const byHouse = season.chance(40)
  const isPool = type.units.length > 1
  const unitId = byHouse && isPool ? roomInMind(season, type, wish) : undefined
  const price = priceOf(plan, wish, season.now.date)
  const { arrival, departure, adults, childAges, hasBreakfast } = wish
  const caller = byHouse ? season.house.api : season.house.stranger()
  const path = byHouse ? '/v1/bookings' : '/v1/public/bookings'
  const answer = await caller.post<Told & Refused>(path, {
    eventTypeId: type.id,
    arrival,
    departure,
    occupants: { adults, childAges },
    ratePlanId: plan.id,
    ...(hasBreakfast && { extras: [{ id: 'breakfast' }] }),
    expectedAmount: price.total,
    booker: season.somebody(),
    ...(unitId && { unitId }),
  })
  const { books, now } = season
  const codes = rulesBroken(type, plan, wish)
  const free = books.freeRooms(unitId ? [unitId] : type.units, wish)
  if (answer.status !== 202) {
    const what = `${type.title} ${arrival} ${departure}`
    if (free.length > 0 && codes.length === 0) season.differs(what, answer.text, 'booked')
    else season.checkRefusal(what, answer.body, codes, books.fullNights(type.units, wish))
    return
  }
  if (codes.length > 0) season.wrong.push(`${now.date} ${answer.body.id} breaks ${codes.join()}`)
  const { id, orderId, manageToken: token = '' } = answer.body
  const given = String(answer.body.providerId)
  const best =
    type.choice === 'priority'
      ? free.slice(0, 1)
      : books.tightest(free, wish, type.minNights, now.date)
  if (!best.includes(given)) season.wrong.push(`${now.date} ${id} got ${given}, not ${best.join()}`)
  const stay: Stay = {
    ...wish,
    ...{ id, token, orderId, type, plan, price, unit: given },
    isPinned: unitId !== undefined,
    status: 'pending',
    since: arrival,
    earlier: [],
    countsFrom: arrival,
  }
  season.differs(`${id} had taken`, books.take(given, wish, id), [])
  season.stays.set(id, stay)
  season.check('booked', stay, answer.body)
  season.count(byHouse ? 'booked by the house' : 'booked by guests')
  await settle(season, stay, byHouse)
}

/** What becomes of a stay that is held: it is paid, confirmed or approved, or not. */
export async function settle(season: Season, stay: Stay, byHouse: boolean): Promise<void> {
  const { type } = stay
  if (type.way === 'paid') return await payDeposit(season, stay, byHouse)
  const caller = byHouse || type.way === 'approved' ? season.house.api : season.guest(stay)
  if (season.chance(type.way === 'approved' ? 85 : 80)) {
    const told = await caller.post<Told>(`/v1/bookings/${stay.id}/confirm`, {})
    stay.status = 'confirmed'
    season.check('confirmed', stay, expectStatus(told, 200))
    season.count('confirmed')
  } else if (type.way === 'approved') {
    expectStatus(await caller.post(`/v1/bookings/${stay.id}/cancel`, {}), 200)
    season.drop(stay)
    season.count('declined')
  }
}

async function payDeposit(season: Season, stay: Stay, byHouse: boolean): Promise<void> {
  const { house } = season
  const { price, orderId, id } = stay
  const online = price.total - price.atHouse
  const order = await orderOf(house, stay)
  season.differs(`order of ${id}`, [order.total, order.charges[0]?.amount], [online, price.deposit])
  const paysNever = season.chance(15)
  const account = new Account(orderId ?? '', online)
  season.accounts.set(id, account)
  if (paysNever) return
  if (byHouse) {
    const entry = { method: 'cash', amount: price.deposit }
    expectStatus(await house.api.post(`/v1/orders/${orderId}/payments`, entry), 201)
  } else {
    await payOnline(house, order)
    await until('the deposit is paid', async () => (await orderOf(house, stay)).paid > 0)
  }
  account.receive(price.deposit, byHouse ? 'cash' : 'online')
  stay.status = 'confirmed'
  const read = await house.api.get<Told>(`/v1/bookings/${id}`)
  season.check('paid', stay, expectStatus(read, 200))
  season.count(byHouse ? 'paid in cash' : 'paid online')
}

/** Holds that nobody paid or confirmed end. A later confirmation is refused. */
export async function lapse(season: Season): Promise<void> {
  for (const stay of [...season.stays.values()]) {
    if (stay.status !== 'pending') continue
    const late = await season.house.api.post<Refused>(`/v1/bookings/${stay.id}/confirm`, {})
    season.differs(`late ${stay.id}`, [late.status, late.body.code], [409, 'hold_expired'])
    season.drop(stay)
    season.accounts.get(stay.id)?.lapse()
    season.count('lapsed')
  }
}

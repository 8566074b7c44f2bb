import { expectStatus } from '../../support/fixtures.ts'
import { until } from '../../support/until.ts'
import { orderOf, payOnline } from '../support/orders.ts'
import { dayAfter, latest } from '../support/wall-times.ts'
import { Account } from './account.ts'
import { type Dates, isLate, nightsOf, percentBack, priceOf } from './prices.ts'
import { nightsAhead, roomsOf, settleIn } from './rooms-of-stay.ts'
import { LAST_DEPARTURE, type Refused, type Season, type Stay, type Told } from './season.ts'
import { rulesBroken } from './set-up.ts'

/** Other dates for a stay, mostly near its own. */
function otherDates(season: Season, { arrival, departure }: Stay): Dates {
  const days = season.oneOf([-7, -2, -1, 0, 0, 1, 2, 7, 14])
  const more = season.oneOf([-1, 0, 0, 0, 1, 2])
  const from = dayAfter(arrival, days)
  const first = latest(from, season.now.date)
  const to = dayAfter(departure, days + more)
  return season.dates(first, Math.max(1, (Date.parse(to) - Date.parse(first)) / 86_400_000))
}

/** A guest, or the house for one, asks for other dates. */
export async function move(season: Season): Promise<void> {
  const { now } = season
  const all = season.confirmed(({ arrival }) => arrival > dayAfter(now.date))
  if (all.length === 0) return
  const stay = season.oneOf(all)
  const to = otherDates(season, stay)
  if (to.departure <= LAST_DEPARTURE) await moveTo(season, stay, to, season.chance(40))
}

/** Somebody asks for other dates before they have paid or confirmed. */
export async function moveHold(season: Season): Promise<Stay | undefined> {
  const all = [...season.stays.values()].filter(({ status }) => status === 'pending')
  if (all.length === 0) return undefined
  const stay = season.oneOf(all)
  const to = otherDates(season, stay)
  const before = season.counts.moved ?? 0
  if (to.departure <= LAST_DEPARTURE) await moveTo(season, stay, to, season.chance(40))
  if ((season.counts.moved ?? 0) === before) return undefined
  season.count('holds moved')
  return stay
}

/** Whether a guest who is there can have other dates in another room. */
export function canMoveOn(season: Season, stay: Stay, to: Dates): boolean {
  const others = roomsOf(season, stay).filter((each) => each !== stay.unit)
  const free = season.books.freeRooms(others, nightsAhead(season, stay, to))
  return !stay.isPinned && free.length > 0
}

/** Somebody who is there stays longer, or leaves a night earlier. */
export async function changeDeparture(season: Season): Promise<void> {
  const { date } = season.now
  const there = season.confirmed(
    ({ arrival, departure }) => arrival < date && dayAfter(date) < departure,
  )
  if (there.length === 0) return
  const stay = season.oneOf(there)
  const departure = dayAfter(stay.departure, season.oneOf([1, 1, 2, 3, -1]))
  if (departure > LAST_DEPARTURE) return
  const before = season.counts.moved ?? 0
  await moveTo(season, stay, { arrival: stay.arrival, departure }, true)
  if ((season.counts.moved ?? 0) > before) season.count('departures changed')
}

/** Who arrives today pays the rest in cash. */
export async function payRest(season: Season): Promise<void> {
  const { date } = season.now
  for (const { id } of season.confirmed(({ arrival }) => arrival === date)) {
    const account = season.accounts.get(id)
    const rest = account?.due ?? 0
    if (account === undefined || rest <= 0) continue
    const entry = { method: 'cash', amount: rest }
    const path = `/v1/orders/${account.orderId}/payments`
    expectStatus(await season.house.api.post(path, entry), 201)
    account.receive(rest, 'cash')
    season.count('paid the rest')
  }
}

/** Whether a stay gains a night in which all rooms that it can have are closed. */
const gainsClosedNight = ({ books }: Season, units: readonly string[], had: Dates, to: Dates) =>
  nightsOf(to)
    .filter((date) => !nightsOf(had).includes(date))
    .some((date) => units.every((unit) => !books.isOpen(unit, date)))

/** Moves a stay, and expects what the books say. */
export async function moveTo(season: Season, stay: Stay, to: Dates, byHouse: boolean) {
  const { books, now } = season
  const { id, type, plan, price: had, isPinned, unit } = stay
  const caller = byHouse ? season.house.api : season.guest(stay)
  const path = `/v1/bookings/${id}/reschedule`
  // Until it is confirmed, no price is agreed.
  const isHold = stay.status === 'pending'
  const price = priceOf(plan, { ...stay, ...to }, now.date, isHold ? undefined : had)
  const difference = onlineOf(price) - onlineOf(had)
  const isOtherPrice = type.way === 'paid' && difference !== 0
  // The page shows the new price, and sends it; whoever calls without it learns it.
  const isShown = byHouse || season.chance(70)
  const expected = isShown && !byHouse ? { expectedAmount: price.total } : {}
  const answer = await caller.post<Told & Refused>(path, { ...to, ...expected })
  const isRefused = isOtherPrice && !isShown
  const units = isPinned ? [unit] : roomsOf(season, stay)
  const ahead = nightsAhead(season, stay, to)
  const codes = [...rulesBroken(type, plan, { ...stay, ...to }, stay)]
  if (gainsClosedNight(season, isPinned ? [unit] : type.units, stay, to)) codes.push('closed_night')
  codes.sort()
  const free = books.freeRooms(units, ahead, id)
  const can = codes.length === 0 && !isRefused && free.length > 0
  const what = `move of ${id} from ${stay.arrival} ${stay.departure} to ${to.arrival} ${to.departure}`
  if (answer.status !== 200) {
    if (can) season.differs(what, answer.text, 'moved')
    else if (codes.length === 0 && isRefused) {
      const { code, price: said } = answer.body
      season.differs(what, [code, said?.amount], ['price_changed', price.total])
      season.count('refused: price_changed')
    } else season.checkRefusal(what, answer.body, codes, books.fullNights(units, ahead, id))
    return
  }
  if (!can) season.wrong.push(`${now.date} ${what}: was moved`)
  const given = String(answer.body.providerId)
  const best = free.includes(unit)
    ? [unit]
    : type.choice === 'priority'
      ? free.slice(0, 1)
      : books.tightest(free, ahead, type.minNights, now.date, id)
  if (!best.includes(given)) season.wrong.push(`${what}: got ${given}, not ${best.join()}`)
  // A guest who moves too late does not get back what was lost.
  const keepsLoss = !byHouse && isLate(plan, stay.countsFrom, now)
  settleIn(season, stay, given, to)
  if (given !== unit) season.count('moved to another room')
  if (keepsLoss) season.count('moved too late')
  const countsFrom = keepsLoss ? stay.countsFrom : to.arrival
  const percent = byHouse ? 100 : percentBack(plan, stay.countsFrom, now)
  Object.assign(stay, { price, countsFrom })
  season.count('moved')
  season.check('moved', stay, answer.body)
  if (isOtherPrice && isHold) await repriceHold(season, stay)
  else if (isOtherPrice) await reprice(season, stay, percent)
}

/** What a stay costs without what is paid at the house. */
const onlineOf = ({ total, atHouse }: Stay['price']): number => total - atHouse

/** A stay that nobody has paid costs something else after a move: it asks for another deposit. */
async function repriceHold(season: Season, stay: Stay): Promise<void> {
  const { orderId, id, price } = stay
  season.accounts.set(id, new Account(orderId ?? '', onlineOf(price)))
  const { total, charges } = await orderOf(season.house, stay)
  const asked = charges.find(({ checkoutUrl }) => checkoutUrl !== null)
  season.differs(`held order of ${id}`, [total, asked?.amount], [onlineOf(price), price.deposit])
  season.count('holds moved to another price')
}

/** A stay costs something else after a move. Who is asked for the difference mostly pays it online. */
async function reprice(season: Season, stay: Stay, percent: number): Promise<void> {
  const { house } = season
  const account = season.accounts.get(stay.id)
  if (account === undefined) return
  const owedBefore = account.due
  const totalBefore = account.total
  account.move(onlineOf(stay.price), percent)
  season.count(account.total > totalBefore ? 'moved to dearer nights' : 'moved to cheaper nights')
  const order = await orderOf(house, account)
  season.differs(`moved order of ${stay.id}`, order.total, account.total)
  const asked = order.charges.find(({ checkoutUrl }) => checkoutUrl !== null)
  // What nobody has asked for yet joins the rest that is paid at the house; cards are charged at least 50 cents.
  const isAsked = owedBefore <= 0 && account.due >= 50
  if (isAsked !== (asked !== undefined) && owedBefore <= 0) {
    season.wrong.push(
      `${season.now.date} ${stay.id}: asks for ${asked?.amount}, ${account.due} is due`,
    )
  }
  if (asked === undefined || !season.chance(70)) return
  await payOnline(house, order)
  const paid = order.paid + asked.amount
  await until('the difference is paid', async () => (await orderOf(house, account)).paid >= paid)
  account.receive(asked.amount, 'online')
  season.count('paid the difference online')
}

/** A guest cancels, or the house does: then everything comes back. */
export async function cancel(season: Season, stay: Stay, byHouse: boolean): Promise<void> {
  const { id, plan, countsFrom } = stay
  const percent = byHouse ? 100 : percentBack(plan, countsFrom, season.now)
  const account = season.accounts.get(id)
  const isPaid = (account?.paid ?? 0) > 0
  const { back, kept } = account?.cancel(percent) ?? { back: 0, kept: 0 }
  if (!byHouse && isPaid) {
    const details = await season
      .guest(stay)
      .get<{ refundIfCancelled: { amount: number } | null }>(`/v1/bookings/${id}/details`)
    const { refundIfCancelled } = expectStatus(details, 200)
    season.differs(`${id} says`, refundIfCancelled?.amount ?? 0, back)
  }
  const caller = byHouse ? season.house.api : season.guest(stay)
  const told = expectStatus(await caller.post<Told>(`/v1/bookings/${id}/cancel`, {}), 200)
  season.differs(`${id} is`, told.status, 'cancelled')
  season.drop(stay)
  const share = kept === 0 ? 'nothing kept' : percent === 0 ? 'all kept' : 'a part kept'
  season.count(byHouse ? 'cancelled by the house' : `cancelled by guests, ${share}`)
}

/** The house gives a stay another room: one that it names, or any. Answers whether it could. */
export async function reassign(season: Season, stay: Stay, unitId?: string): Promise<boolean> {
  const { books } = season
  const { id, unit } = stay
  const others = roomsOf(season, stay).filter(
    (each) => each !== unit && (!unitId || each === unitId),
  )
  const ahead = nightsAhead(season, stay, stay)
  const path = `/v1/bookings/${id}/reassign`
  const answer = await season.house.api.post<Told & Refused>(path, unitId ? { unitId } : {})
  // The house may put a guest into a room that it has closed, if it names the room.
  const free = unitId
    ? others.filter((each) => books.isEmpty(each, ahead))
    : books.freeRooms(others, ahead)
  const what = `${id} of ${unit} to ${unitId ?? 'any room'}`
  if (answer.status !== 200) {
    const code = unitId ? 'night_taken' : 'no_candidate_free'
    season.count(`reassign: ${answer.body.code}`)
    if (free.length > 0) season.differs(what, answer.text, 'reassigned')
    else season.differs(what, answer.body.code, code)
    return false
  }
  const given = String(answer.body.providerId)
  if (!free.includes(given)) season.wrong.push(`${what}: got ${given}, which is not free`)
  const { arrival, departure } = stay
  settleIn(season, stay, given, { arrival, departure })
  stay.isPinned = unitId !== undefined
  season.check('reassigned', stay, answer.body)
  season.count('reassigned')
  return true
}

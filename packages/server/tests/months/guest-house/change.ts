import { expectStatus } from '../../support/fixtures.ts'
import { dayAfter, latest } from '../support/wall-times.ts'
import { type Dates, isLate, nightsOf, percentBack, priceOf } from './prices.ts'
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

/** Somebody who is there stays a night longer, or leaves a night earlier. */
export async function changeDeparture(season: Season): Promise<void> {
  const { date } = season.now
  const there = season.confirmed(
    ({ arrival, departure }) => arrival < date && dayAfter(date) < departure,
  )
  if (there.length === 0) return
  const stay = season.oneOf(there)
  const departure = dayAfter(stay.departure, season.oneOf([1, 1, -1]))
  if (departure > LAST_DEPARTURE) return
  const before = season.counts.moved ?? 0
  await moveTo(season, stay, { arrival: stay.arrival, departure }, true)
  if ((season.counts.moved ?? 0) > before) season.count('departures changed')
}

/** Who arrives today pays the rest in cash. */
export async function payRest(season: Season): Promise<void> {
  const { date } = season.now
  for (const { id, price } of season.confirmed(({ arrival }) => arrival === date)) {
    const total = price.total - price.atHouse
    const rest = total - price.deposit
    const order = season.balances.get(id)
    if (order === undefined || rest === 0) continue
    const entry = { method: 'cash', amount: rest }
    const path = `/v1/orders/${order.orderId}/payments`
    expectStatus(await season.house.api.post(path, entry), 201)
    season.balances.set(id, { ...order, balance: { total, paid: total } })
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
  const answer = await caller.post<Told & Refused>(path, { ...to })
  const units = isPinned ? [unit] : type.units
  const codes = [...rulesBroken(type, plan, { ...stay, ...to }, stay)]
  if (gainsClosedNight(season, units, stay, to)) codes.push('closed_night')
  codes.sort()
  const price = priceOf(plan, { ...stay, ...to }, now.date, had)
  const isOtherPrice = type.way === 'paid' && price.deposit !== had.deposit
  const free = books.freeRooms(units, to, id)
  const can = codes.length === 0 && !isOtherPrice && free.length > 0
  const what = `move of ${id} from ${stay.arrival} ${stay.departure} to ${to.arrival} ${to.departure}`
  if (answer.status !== 200) {
    if (can) season.differs(what, answer.text, 'moved')
    else if (codes.length === 0 && isOtherPrice) {
      const { code, price: said } = answer.body
      season.differs(what, [code, said?.amount], ['price_changed', price.total])
      season.count('refused: price_changed')
    } else season.checkRefusal(what, answer.body, codes, books.fullNights(units, to, id))
    return
  }
  if (!can) season.wrong.push(`${now.date} ${what}: was moved`)
  const given = String(answer.body.providerId)
  const best = free.includes(unit)
    ? [unit]
    : type.choice === 'priority'
      ? free.slice(0, 1)
      : books.tightest(free, to, type.minNights, now.date, id)
  if (!best.includes(given)) season.wrong.push(`${what}: got ${given}, not ${best.join()}`)
  // A guest who moves too late does not get back what was lost.
  const keepsLoss = !byHouse && isLate(plan, stay.countsFrom, now)
  books.leave(id)
  season.differs(`${id} had taken`, books.take(given, to, id), [])
  if (given !== unit) season.count('moved to another room')
  if (keepsLoss) season.count('moved too late')
  const countsFrom = keepsLoss ? stay.countsFrom : to.arrival
  Object.assign(stay, { ...to, price, unit: given, countsFrom })
  const balance = season.balances.get(id)
  if (balance) {
    const total = price.total - price.atHouse
    season.balances.set(id, { ...balance, balance: { ...balance.balance, total } })
  }
  season.count('moved')
  season.check('moved', stay, answer.body)
}

/** A guest cancels, or the house does: then everything comes back. */
export async function cancel(season: Season, stay: Stay, byHouse: boolean): Promise<void> {
  const { id, plan, price, paid, countsFrom } = stay
  const paidAmount = paid === 'not' ? 0 : price.deposit
  const percent = byHouse ? 100 : percentBack(plan, countsFrom, season.now)
  // Fractions are rounded up, in the favor of the guest.
  const back = Math.ceil((paidAmount * percent) / 100)
  if (!byHouse && paid === 'online') {
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
  const { orderId } = stay
  const kept = paidAmount - back
  if (orderId) {
    const balance = { total: kept, paid: paid === 'online' ? kept : paidAmount }
    season.balances.set(id, { orderId, balance })
  }
  const share = kept === 0 ? 'nothing kept' : back === 0 ? 'all kept' : 'a part kept'
  season.count(byHouse ? 'cancelled by the house' : `cancelled by guests, ${share}`)
}

/** The house gives a stay another room: one that it names, or any. Answers whether it could. */
export async function reassign(season: Season, stay: Stay, unitId?: string): Promise<boolean> {
  const { books } = season
  const { id, type, unit } = stay
  const others = type.units.filter((each) => each !== unit && (!unitId || each === unitId))
  const path = `/v1/bookings/${id}/reassign`
  const answer = await season.house.api.post<Told & Refused>(path, unitId ? { unitId } : {})
  // The house may put a guest into a room that it has closed, if it names the room.
  const free = unitId
    ? others.filter((each) => books.isEmpty(each, stay))
    : books.freeRooms(others, stay)
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
  books.leave(id)
  season.differs(`${id} had taken`, books.take(given, stay, id), [])
  Object.assign(stay, { unit: given, isPinned: unitId !== undefined })
  season.check('reassigned', stay, answer.body)
  season.count('reassigned')
  return true
}

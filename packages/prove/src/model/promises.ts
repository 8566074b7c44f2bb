import { claimDays, formatDate } from '@holdfast/engine'
import { ledgerFromItem } from '../../../server/src/kernel/items/ledger-item.ts'
import { ledgerKey } from '../../../server/src/ledger/keys.ts'
import { itemOf, nameOfKey, type StoredItem } from '../../../server/tests/support/stored-items.ts'
import { advance } from './server.ts'
import {
  type Answer,
  bookingName,
  bookingNames,
  type Client,
  idOf,
  type ModelOptions,
  type Request,
  type Task,
  type Wish,
  type World,
} from './world.ts'

/** The first promise that a world breaks, in words; undefined if it keeps all. */
export function brokenPromise(options: ModelOptions, world: World): string | undefined {
  return (
    wrongLedger(options, world) ??
    wrongAnswer(options, world) ??
    // A server whose clock is ahead may end a hold early. That is all that it may do.
    (options.clocksAhead === 0 ? lostTime(options, world) : undefined)
  )
}

/** The parts of the days that a wish takes, each as `day:quantum`. */
const quantaOf = (wish: Wish): readonly string[] =>
  claimDays({
    startEpochMinutes: wish.fromEpochMinutes,
    endEpochMinutes: wish.toEpochMinutes,
  }).flatMap(({ dayNumber, firstQuantum, quantumCount }) =>
    Array.from({ length: quantumCount }, (_, n) => `${dayNumber}:${firstQuantum + n}`),
  )

const daysOf = ({ wishes }: ModelOptions): readonly number[] =>
  [...new Set(wishes.flatMap(quantaOf).map((part) => Number(part.split(':')[0])))].sort()

/** No overlap: the ledger has exactly the time of confirmed bookings and of marked holds, each part once. */
function wrongLedger(options: ModelOptions, { items }: World): string | undefined {
  const owners = new Map<string, string>()
  const own = (part: string, owner: string): string | undefined => {
    const other = owners.get(part)
    owners.set(part, owner)
    return other === undefined ? undefined : `${other} and ${owner} have the same time`
  }
  for (const wish of options.wishes) {
    for (const copy of [false, true]) {
      const name = bookingName(wish, copy)
      if (items[name]?.status !== 'confirmed') continue
      for (const part of quantaOf(wish)) {
        const twice = own(part, idOf(name))
        if (twice) return twice
      }
    }
  }
  for (const day of daysOf(options)) {
    const item = items[nameOfKey(ledgerKey('prv_1', formatDate(day)))]
    const { taken, holds } = ledgerFromItem(itemOf(item))
    for (const { bookingId, firstQuantum, quantumCount } of holds) {
      for (let quantum = firstQuantum; quantum < firstQuantum + quantumCount; quantum += 1) {
        const twice = own(`${day}:${quantum}`, bookingId)
        if (twice) return twice
      }
    }
    const owned = [...owners].filter(([part]) => part.startsWith(`${day}:`))
    const isOwned = (quantum: number) => owners.has(`${day}:${quantum}`)
    if ([...taken].some((quantum) => !isOwned(quantum))) return 'time is taken for nobody'
    const free = owned.find(([part]) => !taken.has(Number(part.split(':')[1])))
    if (free) return `the time of ${free[1]} is free for others`
  }
  return undefined
}

/** The statuses of a client's booking that agree with what it was told last, if it asks for nothing now. */
const STATUSES: Readonly<Partial<Record<Answer, readonly unknown[]>>> = {
  held: ['pending', 'expired'],
  confirmed: ['confirmed'],
  cancelled: ['cancelled'],
  lost: ['pending', 'expired'],
}

/** What was acknowledged is there, what was refused never happened, and what was asked for happened once. */
function wrongAnswer({ wishes }: ModelOptions, world: World): string | undefined {
  for (const [index, wish] of wishes.entries()) {
    const { told, asks } = world.clients[index] as Client
    const names = bookingNames(world, wish)
    if (names.length > 1) return `one request of ${wish.client} made two bookings`
    if (told === 'refused' && names.length > 0)
      return `${wish.client} was refused and has a booking`
    const expected = told && asks === undefined ? STATUSES[told] : undefined
    if (expected === undefined) continue
    const { status } = (names[0] && world.items[names[0]]) || { status: 'not there' }
    if (!expected.includes(status))
      return `${wish.client} was told ${told}, but the booking is ${status}`
  }
  return undefined
}

/** A live hold that could not be confirmed, or a free time that could not be taken, if nobody else did anything. */
function lostTime(options: ModelOptions, world: World): string | undefined {
  for (const [index, wish] of options.wishes.entries()) {
    const { told, asks } = world.clients[index] as Client
    if (asks !== undefined) continue
    const isLive = bookingNames(world, wish).some((name) => isHeld(world.items[name], world.now))
    if (told === 'held' && isLive && endOf(options, world, wish, 'confirm') !== 'confirmed') {
      return `${wish.client} cannot confirm a live hold`
    }
    const isFree = told === undefined && !isTaken(options, world, wish)
    if (isFree && endOf(options, world, wish, 'hold') !== 'held') {
      return `${wish.client} cannot take a free time`
    }
  }
  return undefined
}

const isHeld = (booking: StoredItem | undefined, now: number): boolean =>
  booking?.status === 'pending' && (booking.until as number) > now

/** Whether a booking that is live has some of the time of a wish. */
function isTaken({ wishes }: ModelOptions, { items, now }: World, wish: Wish): boolean {
  const wanted = new Set(quantaOf(wish))
  return wishes.some((other) => {
    const isLive = [false, true].some((copy) => {
      const item = items[bookingName(other, copy)]
      return item?.status === 'confirmed' || isHeld(item, now)
    })
    return isLive && quantaOf(other).some((part) => wanted.has(part))
  })
}

/** More steps than a request needs that nobody disturbs. */
const MOST_STEPS = 12

/** How a request ends if nobody else does anything. */
function endOf(
  options: ModelOptions,
  world: World,
  wish: Wish,
  action: Request,
): Answer | undefined {
  const [booking = bookingName(wish, false)] = bookingNames(world, wish)
  let task: Task = { action, isRetry: false, now: world.now, booking, known: {} }
  let { items } = world
  for (let step = 0; step < MOST_STEPS && task.answer === undefined; step += 1) {
    const progress = advance(options, { ...world, items }, wish, task, world.now)
    if (progress.kind === 'ended') return undefined
    if (progress.kind === 'written') items = progress.items
    task = progress.task
  }
  return task.answer
}

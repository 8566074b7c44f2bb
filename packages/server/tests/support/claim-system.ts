import { finalCount, liveCount, occupiedQuanta } from '@holdfast/engine'
import type { ExploredSystem, Step } from '@holdfast/engine/explore'
import { countFromItem } from '../../src/kernel/items/count-item.ts'
import { ledgerFromItem } from '../../src/kernel/items/ledger-item.ts'
import {
  type Action,
  attempt,
  type ClaimWorld,
  type ClaimWorldOptions,
  COUNT,
  itemOf,
  LATER,
  nameOf,
  type Party,
  ROOM_DAY,
  SESSION,
  START,
  type StoredItem,
  type Task,
  TEACHER_DAY,
  withParty,
} from './claim-world.ts'

/** A class, its rival and a clock, as a system to explore. */
export const claimSystem = (options: ClaimWorldOptions): ExploredSystem<ClaimWorld> => ({
  initial: {
    now: 0,
    items: {},
    parties: Array.from({ length: options.parties.length + 1 }, () => ({
      status: 'none' as const,
    })),
  },
  steps: (world) => [...ticks(options, world), ...bookingSteps(options, world)],
  violation: (world) =>
    contradiction(options, world) ??
    lostHold(options, world) ??
    (world.parties.every(({ status }) => status === 'gone') ? leak(world) : undefined),
})

const ticks = (
  { lastSecond }: ClaimWorldOptions,
  world: ClaimWorld,
): readonly Step<ClaimWorld>[] => {
  const now = world.now + 1
  return now > lastSecond ? [] : [{ name: `the clock is ${now}`, state: { ...world, now } }]
}

function actionsOf({ status, until = 0 }: Party, now: number): readonly Action[] {
  if (status === 'none') return ['hold']
  if (status === 'confirmed') return ['leave']
  if (status === 'gone') return []
  return until > now ? ['confirm', 'leave'] : ['leave']
}

/** What each booking can do next: begin a transaction, or go on with the one that it has begun. */
const bookingSteps = (options: ClaimWorldOptions, world: ClaimWorld): readonly Step<ClaimWorld>[] =>
  world.parties.flatMap((party, index) => {
    const who = nameOf(options, index)
    const { task, ...idle } = party
    if (task === undefined) {
      return actionsOf(party, world.now).map((action) => ({
        name: `${who} begins to ${action}`,
        state: withParty(world, index, { ...idle, task: { action, now: world.now, known: {} } }),
      }))
    }
    const tried = attempt(options, world, index, task)
    const name = `${who} tries to ${task.action} at ${task.now}: ${tried.kind}`
    if (tried.kind === 'done') return [{ name, state: tried.world }]
    if (tried.kind === 'refused') return [{ name, state: withParty(world, index, idle) }]
    return [{ name, state: withParty(world, index, { ...idle, task: tried.task }) }]
  })

const isIn = ({ status, until: expiry = 0 }: Party, now: number): boolean =>
  status === 'confirmed' || expiry > now

/** What is taken or counted although nobody has it, or had by two, or had and not taken. */
function contradiction(
  { parties, capacity, providerCount, perDay, isRivalInTheWay }: ClaimWorldOptions,
  { now, items, parties: all }: ClaimWorld,
): string | undefined {
  const seats = parties.reduce(
    (sum, size, at) => (isIn(all[at] as Party, now) ? sum + size : sum),
    0,
  )
  const isRivalIn = isIn(all[parties.length] as Party, now)
  const session = countFromItem(itemOf(items[SESSION]))
  const counted = session.rev === 0 ? 0 : liveCount(session, now)
  if (seats > capacity) return `${seats} of ${capacity} seats are taken`
  if (counted !== seats) return `${seats} seats are taken, but ${counted} are counted`
  const isFinal = session.rev > 0 && finalCount(session) > 0
  if (isFinal !== Boolean(items[SESSION]?.isFinal)) return 'final is wrong'
  const isTwice = isRivalIn && seats > 0
  if (isTwice && isRivalInTheWay) return 'the class and the rival have one time'
  const quantaOfClass = seats > 0 ? [START / 300] : []
  const rivals = isRivalIn ? [(isRivalInTheWay ? START : LATER) / 300] : []
  const teacher = quantaOf(items[TEACHER_DAY], now)
  const expected = JSON.stringify([...quantaOfClass, ...rivals])
  if (teacher !== expected) return `the teacher's time is ${teacher}, not ${expected}`
  const room = quantaOf(items[ROOM_DAY], now)
  if (providerCount > 1 && room !== JSON.stringify(quantaOfClass)) return `the room has ${room}`
  if (perDay === undefined) return undefined
  const places = (seats > 0 ? 1 : 0) + (isRivalIn ? 1 : 0)
  const count = countFromItem(itemOf(items[COUNT]))
  const placesCounted = count.rev === 0 ? 0 : liveCount(count, now)
  if (places > perDay) return `${places} of ${perDay} places are taken`
  return placesCounted === places ? undefined : `${places} places, but ${placesCounted} are counted`
}

const quantaOf = (stored: StoredItem | undefined, now: number): string =>
  JSON.stringify([...occupiedQuanta(ledgerFromItem(itemOf(stored)), now)].sort((a, b) => a - b))

/** An action that would not end, or a live hold that could not be confirmed, if nobody else did anything. */
function lostHold(options: ClaimWorldOptions, world: ClaimWorld): string | undefined {
  for (const [index, party] of world.parties.entries()) {
    for (const action of actionsOf(party, world.now)) {
      const ends = endOf(options, world, index, action)
      const isLost = action === 'confirm' && ends !== 'done'
      if (ends === undefined || isLost) return `${nameOf(options, index)} cannot ${action}`
    }
  }
  return undefined
}

/** How an action ends if nobody else does anything; undefined if it goes on and on. */
function endOf(
  options: ClaimWorldOptions,
  world: ClaimWorld,
  index: number,
  action: Action,
): 'done' | 'refused' | undefined {
  let task: Task = { action, now: world.now, known: {} }
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const tried = attempt(options, world, index, task)
    if (tried.kind === 'done' || tried.kind === 'refused') return tried.kind
    task = tried.task
  }
  return undefined
}

/** More than a transaction needs that reads all it can read. */
const MOST_ROUNDS = 10

/** What is left when everybody is gone: an empty session is all that may be. */
function leak({ items }: ClaimWorld): string | undefined {
  for (const [name, stored] of Object.entries(items)) {
    const isLeft =
      (stored.used ?? 0) !== 0 ||
      'taken' in stored ||
      Object.keys(stored).some((attribute) => attribute.startsWith('hold:') && stored[attribute])
    if (isLeft) return `${name} still has ${JSON.stringify(stored)}`
  }
  return undefined
}

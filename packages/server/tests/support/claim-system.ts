import { finalCount, liveCount, occupiedQuanta } from '@holdfast/engine'
import { type ExploredSystem, remembered, type Step } from '@holdfast/engine/explore'
import { countFromItem } from '../../src/kernel/items/count-item.ts'
import { ledgerFromItem } from '../../src/kernel/items/ledger-item.ts'
import {
  type Action,
  attempt,
  type ClaimWorld,
  type ClaimWorldOptions,
  COUNT,
  LATER,
  LATER_SESSION,
  nameOf,
  type Party,
  ROOM_DAY,
  SESSION,
  START,
  type Task,
  TEACHER_DAY,
  withParty,
} from './claim-world.ts'
import { itemOf, type StoredItem } from './stored-items.ts'

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
  violation: remembered(
    // Who is about to do what changes nothing of it.
    ({ parties, ...stored }: ClaimWorld) => [stored, parties.map(({ task: _, ...party }) => party)],
    (world) =>
      contradiction(options, world) ??
      lostHold(options, world) ??
      (world.parties.every(({ status }) => status === 'gone') ? leak(world) : undefined),
  ),
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

function actionsAt(
  options: ClaimWorldOptions,
  world: ClaimWorld,
  index: number,
): readonly Action[] {
  const party = world.parties[index] as Party
  const actions = actionsOf(party, world.now)
  if (options.mayBook && party.status === 'none') return [...actions, 'book']
  const isMovable = options.mayMove && index < options.parties.length && !party.hasMoved
  return isMovable && isIn(party, world.now) ? [...actions, 'move'] : actions
}

/** What each booking can do next: begin a transaction, or go on with the one that it has begun. */
const bookingSteps = (options: ClaimWorldOptions, world: ClaimWorld): readonly Step<ClaimWorld>[] =>
  world.parties.flatMap((party, index) => {
    const who = nameOf(options, index)
    const { task, ...idle } = party
    if (task === undefined) {
      return actionsAt(options, world, index).map((action) => ({
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
function contradiction(options: ClaimWorldOptions, world: ClaimWorld): string | undefined {
  const { now, items, parties: all } = world
  const { providerCount, perDay, isRivalInTheWay } = options
  const first = wrongSession(options, world, false)
  const later = wrongSession(options, world, true)
  if (first.wrong || later.wrong) return first.wrong ?? later.wrong
  const isRivalIn = isIn(all[options.parties.length] as Party, now)
  const ofClass = [...(first.seats > 0 ? [START] : []), ...(later.seats > 0 ? [LATER] : [])]
  const rivals = isRivalIn ? [isRivalInTheWay ? START : LATER] : []
  if (rivals.some((start) => ofClass.includes(start)))
    return 'the class and the rival have one time'
  const expected = [...ofClass, ...rivals].sort((a, b) => a - b)
  const teacher = occupiedStarts(items[TEACHER_DAY], now)
  if (`${teacher}` !== `${expected}`)
    return `the teacher is taken at [${teacher}], not [${expected}]`
  const room = occupiedStarts(items[ROOM_DAY], now)
  if (providerCount > 1 && `${room}` !== `${ofClass}`) return `the room is taken at [${room}]`
  if (perDay === undefined) return undefined
  const places = expected.length
  const count = countFromItem(itemOf(items[COUNT]))
  const placesCounted = count.rev === 0 ? 0 : liveCount(count, now)
  if (places > perDay) return `${places} of ${perDay} places are taken`
  return placesCounted === places ? undefined : `${places} places, but ${placesCounted} are counted`
}

/** How many seats of a session are taken, and what is wrong with its item. */
function wrongSession(
  { parties, capacity }: ClaimWorldOptions,
  { now, items, parties: all }: ClaimWorld,
  isLater: boolean,
): { readonly seats: number; readonly wrong?: string } {
  const stored = items[isLater ? LATER_SESSION : SESSION]
  const seats = parties.reduce((sum, size, at) => {
    const party = all[at] as Party
    return isIn(party, now) && (party.hasMoved === true) === isLater ? sum + size : sum
  }, 0)
  const session = countFromItem(itemOf(stored))
  const counted = session.rev === 0 ? 0 : liveCount(session, now)
  if (seats > capacity) return { seats, wrong: `${seats} of ${capacity} seats are taken` }
  if (counted !== seats) {
    return { seats, wrong: `${seats} seats are taken, but ${counted} are counted` }
  }
  const isFinal = session.rev > 0 && finalCount(session) > 0
  return isFinal === Boolean(stored?.isFinal) ? { seats } : { seats, wrong: 'final is wrong' }
}

/** The starts at which a day is taken. */
const occupiedStarts = (stored: StoredItem | undefined, now: number): readonly number[] =>
  [...occupiedQuanta(ledgerFromItem(itemOf(stored)), now)]
    .map((quantum) => quantum * 300)
    .sort((a, b) => a - b)

/** An action that would not end, or a live hold that could not be confirmed, if nobody else did anything. */
function lostHold(options: ClaimWorldOptions, world: ClaimWorld): string | undefined {
  for (const index of world.parties.keys()) {
    for (const action of actionsAt(options, world, index)) {
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

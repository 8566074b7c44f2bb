import { finalCount, liveCount, occupiedQuanta } from '../../src/index.ts'
import {
  type Action,
  attempt,
  begunTask,
  type ClassWorld,
  type ClassWorldOptions,
  changed,
  emptyWorld,
  nameOf,
  type Party,
} from './class-world.ts'
import { ledgerDay } from './class-writes.ts'
import { type ExploredSystem, remembered, type Step } from './explore.ts'

/** A class, its rival and a clock, as a system to explore. */
export const classSystem = (options: ClassWorldOptions): ExploredSystem<ClassWorld> => ({
  initial: emptyWorld(options),
  steps: (world) => [...ticks(options, world), ...bookingSteps(options, world)],
  violation: remembered(
    // Who is about to do what changes nothing of it.
    ({ parties, ...stored }: ClassWorld) => [stored, parties.map(({ task: _, ...party }) => party)],
    (world) =>
      contradiction(options, world) ??
      lostHold(options, world) ??
      (isOver(world) ? leak(world) : undefined),
  ),
})

const isIn = ({ status, until = 0 }: Party, now: number): boolean =>
  status === 'confirmed' || until > now

function actionsOf({ status, until = 0 }: Party, now: number): readonly Action[] {
  if (status === 'none') return ['hold']
  if (status === 'confirmed') return ['leave']
  if (status === 'gone') return []
  return until > now ? ['confirm', 'leave'] : ['leave']
}

const ticks = (
  { lastSecond }: ClassWorldOptions,
  world: ClassWorld,
): readonly Step<ClassWorld>[] => {
  const now = world.now + 1
  return now > lastSecond ? [] : [{ name: `the clock is ${now}`, state: { ...world, now } }]
}

/** What each booking can do next: begin a transaction, or end the one that it has begun. */
const bookingSteps = (options: ClassWorldOptions, world: ClassWorld): readonly Step<ClassWorld>[] =>
  world.parties.flatMap((party, index) => {
    const who = nameOf(options, index)
    const { task, ...idle } = party
    const become = (to: Party): ClassWorld => ({
      ...world,
      parties: changed(world.parties, index, to),
    })
    if (task === undefined) {
      return actionsOf(party, world.now).map((action) => ({
        name: `${who} reads to ${action}`,
        state: become({ ...idle, task: begunTask(options, world, index, action) }),
      }))
    }
    const name = `${who} tries to ${task.action} at ${task.now}`
    const tried = attempt(options, world, index, task)
    if (tried.kind === 'done') return [{ name: `${name}: done`, state: tried.world }]
    if (tried.kind === 'refused') return [{ name: `${name}: refused`, state: become(idle) }]
    return [{ name: `${name}: conflict`, state: become({ ...idle, task: tried.task }) }]
  })

/** What is taken or counted although nobody has it, or had by two, or had and not taken. */
function contradiction(
  { parties, capacity, rivalWants }: ClassWorldOptions,
  { now, session, days, count, parties: all }: ClassWorld,
): string | undefined {
  const seats = parties.reduce(
    (sum, size, at) => (isIn(all[at] as Party, now) ? sum + size : sum),
    0,
  )
  const isRivalIn = isIn(all[parties.length] as Party, now)
  const counted = session ? liveCount(session, now) : 0
  if (seats > capacity) return `${seats} of ${capacity} seats are taken`
  if (counted !== seats) return `${seats} seats are taken, but ${counted} are counted`
  if (session && finalCount(session) > 0 !== Boolean(session.isFinal)) return 'final is wrong'
  if (isRivalIn && seats > 0) return 'the class and the rival have the same'
  for (const [at, day] of days.entries()) {
    const isOccupied = occupiedQuanta(ledgerDay(day), now).size > 0
    const isNeeded = seats > 0 || (isRivalIn && at === 0 && rivalWants === 'time')
    if (isOccupied && !isNeeded) return `the time of provider ${at + 1} is taken for nobody`
    if (!isOccupied && isNeeded) return `the time of provider ${at + 1} is free for others`
  }
  const placesTaken = seats > 0 || isRivalIn ? 1 : 0
  const placesCounted = liveCount(count, now)
  return rivalWants === 'limit' && placesCounted !== placesTaken
    ? `${placesCounted} places of the limit are counted, not ${placesTaken}`
    : undefined
}

/** A live hold that could not be confirmed if nobody else did anything. */
function lostHold(options: ClassWorldOptions, world: ClassWorld): string | undefined {
  const index = world.parties.findIndex(
    (party, at) =>
      party.status === 'pending' && isIn(party, world.now) && !canConfirm(options, world, at),
  )
  return index < 0 ? undefined : `${nameOf(options, index)} cannot confirm its live hold`
}

function canConfirm(options: ClassWorldOptions, world: ClassWorld, index: number): boolean {
  let task = begunTask(options, world, index, 'confirm')
  // Each conflict makes one more item known; after all of them nothing is in the way.
  for (let round = 0; round < options.providerCount + 3; round += 1) {
    const tried = attempt(options, world, index, task)
    if (tried.kind !== 'conflict') return tried.kind === 'done'
    task = tried.task
  }
  return false
}

const isOver = ({ parties }: ClassWorld): boolean =>
  parties.every(({ status }) => status === 'gone')

/** What is left when everybody is gone. */
function leak({ session, days, count }: ClassWorld): string | undefined {
  const seats = session && session.used + session.holds.length > 0
  if (seats) return `the session still has ${JSON.stringify(session)}`
  const day = days.find(({ isTaken, holds }) => isTaken || holds.length > 0)
  if (day) return `a ledger still has ${JSON.stringify(day)}`
  const isCounted = count.used + count.holds.length > 0
  return isCounted ? `the limit still has ${JSON.stringify(count)}` : undefined
}

import { type Booking, type ClaimStep, claimOfBooking } from '@holdfast/engine'
import {
  type BookingChange,
  stepsOfBookings,
} from '../../src/booking/bookings/claims-of-bookings.ts'
import { sessionKey } from '../../src/booking/keys.ts'
import { counterKey, ledgerKey } from '../../src/ledger/keys.ts'
import type { ToRead } from '../../src/ledger/known.ts'
import { planClaims } from '../../src/ledger/plan-claims.ts'
import {
  applied,
  itemOf,
  knownOf,
  nameOfKey,
  readMore,
  type StoredItem,
  storedOf,
} from './stored-items.ts'

/** What is explored: bookings of one class, a rival booking of its first provider, and a clock. */
export interface ClaimWorldOptions {
  /** The seats of each booking. */
  readonly parties: readonly number[]
  readonly capacity: number
  readonly providerCount: number
  /** How many sessions and bookings the first provider has in a day, at most. Absent: there is no limit. */
  readonly perDay?: number
  /** Whether the rival wants the time of the class. Otherwise it wants a later time of the same day. */
  readonly isRivalInTheWay: boolean
  /** The clock begins at 0 and ends here. */
  readonly lastSecond: number
  readonly holdSeconds: number
  /** Whether each booking of the class may move to the later session, once. Default: no. */
  readonly mayMove?: true
  /** Whether each booking may be confirmed at once. Default: all are held first. */
  readonly mayBook?: true
}

/** What a booking does next. `book`: it is confirmed at once. `leave`: it is cancelled, or expired by the sweeper. */
export type Action = 'hold' | 'book' | 'confirm' | 'move' | 'leave'

/** A transaction between its first read and its commit. */
export interface Task {
  readonly action: Action
  /** Its clock, which may be behind by now. */
  readonly now: number
  /** What it has read, by key; null: there was no item. */
  readonly known: Readonly<Record<string, StoredItem | null>>
}

/** A booking: one of the class, or the rival. `until`: the expiry of a pending one. */
export interface Party {
  readonly status: 'none' | 'pending' | 'confirmed' | 'gone'
  readonly until?: number
  /** Whether it is in the later session. */
  readonly hasMoved?: true
  readonly task?: Task
}

/** Everything that is stored, and every transaction that is under way. */
export interface ClaimWorld {
  readonly now: number
  readonly items: Readonly<Record<string, StoredItem>>
  /** The bookings of the class, then the rival. */
  readonly parties: readonly Party[]
}

/** When the class begins, and when its later session does, or a rival that is not in the way; each takes one quantum. */
export const START = 600
export const LATER = 900
const LIMIT = 'prv_1:day:1970-01-01'
// The names of the items.
export const TEACHER_DAY = nameOfKey(ledgerKey('prv_1', '1970-01-01'))
export const ROOM_DAY = nameOfKey(ledgerKey('prv_2', '1970-01-01'))
export const SESSION = nameOfKey(sessionKey('ety_1', START))
export const LATER_SESSION = nameOfKey(sessionKey('ety_1', LATER))
export const COUNT = nameOfKey(counterKey(LIMIT))
const COUNTED = [{ counter: LIMIT, amount: 1 }]

/** The world with one party replaced. */
export const withParty = (world: ClaimWorld, index: number, party: Party): ClaimWorld => ({
  ...world,
  parties: world.parties.map((each, at) => (at === index ? party : each)),
})

/** The name of a booking. */
export const nameOf = ({ parties }: ClaimWorldOptions, index: number): string =>
  index === parties.length ? 'rival' : `bkg_${index + 1}`

const until = ({ holdSeconds }: ClaimWorldOptions, { now }: Task): number => now + holdSeconds

function bookingOf(options: ClaimWorldOptions, index: number, party: Party): Booking {
  const { parties, providerCount, perDay, isRivalInTheWay } = options
  const seats = parties[index]
  const isLater = seats === undefined ? !isRivalInTheWay : party.hasMoved === true
  const startEpochSeconds = isLater ? LATER : START
  const assignments = Array.from({ length: providerCount }, (_, at) => ({
    requirement: `requirement ${at}`,
    providerId: `prv_${at + 1}`,
    providerName: `Provider ${at + 1}`,
  }))
  return {
    id: nameOf(options, index),
    accountId: 'acc_1',
    providerId: 'prv_1',
    eventTypeId: 'ety_1',
    version: 1,
    status: party.status === 'gone' || party.status === 'none' ? 'cancelled' : party.status,
    confirmation: 'hold',
    startEpochSeconds,
    endEpochSeconds: startEpochSeconds + 300,
    policy: { durationMinutes: 5, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
    timeZone: 'UTC',
    localStart: '1970-01-01T00:10',
    tzdbVersion: '2026c',
    sequence: 0,
    manageTokenHash: new Uint8Array(32),
    createdAtEpochSeconds: 0,
    updatedAtEpochSeconds: 0,
    ...(party.until !== undefined && { holdExpiresAtEpochSeconds: party.until }),
    ...(seats !== undefined && { seats }),
    ...(seats !== undefined && providerCount > 1 && { assignments }),
    ...(seats === undefined && perDay !== undefined && { counts: COUNTED }),
  }
}

/** The state of a party after its task. */
function partyAfter(options: ClaimWorldOptions, { task: _, ...party }: Party, task: Task): Party {
  const where = party.hasMoved && { hasMoved: party.hasMoved }
  switch (task.action) {
    case 'hold':
      return { status: 'pending', until: until(options, task) }
    case 'book':
    case 'confirm':
      return { status: 'confirmed', ...where }
    case 'move':
      return { ...party, hasMoved: true }
    case 'leave':
      return { status: 'gone', ...where }
  }
}

/** The change that a task has decided on, as the use cases pass it to the planner. */
function changeOf(
  options: ClaimWorldOptions,
  party: Party,
  index: number,
  task: Task,
): BookingChange {
  const { capacity, perDay } = options
  const before = party.status === 'none' ? undefined : bookingOf(options, index, party)
  const booking = bookingOf(options, index, partyAfter(options, party, task))
  const counts = perDay !== undefined && { counts: COUNTED }
  return {
    before,
    decision: {
      booking,
      events: [],
      claim: claimStepOf(before, booking, until(options, task), task.action),
      seating: { capacity, ...counts },
      limits: new Map([[LIMIT, perDay ?? 0]]),
    },
  }
}

function claimStepOf(
  before: Booking | undefined,
  booking: Booking,
  holdUntilEpochSeconds: number,
  action: Action,
): ClaimStep {
  const time = claimOfBooking(booking)
  if (action === 'hold') return { kind: 'claim', to: time, holdUntilEpochSeconds }
  if (action === 'book') return { kind: 'claim', to: time }
  if (action === 'confirm') return { kind: 'confirm', at: time }
  // The class claims its time by its sessions.
  if (action === 'move') return { kind: 'none' }
  return { kind: 'release', from: time, held: before?.status === 'pending' }
}

/** What the next step of a task led to. */
export type Attempt =
  | { readonly kind: 'done'; readonly world: ClaimWorld }
  | { readonly kind: 'refused' }
  | { readonly kind: 'reads' | 'conflict'; readonly task: Task }

/** The next step of a task: it reads what the planner needs, or tries to commit what the planner wants. */
export function attempt(
  options: ClaimWorldOptions,
  world: ClaimWorld,
  index: number,
  task: Task,
): Attempt {
  const party = world.parties[index] as Party
  const change = changeOf(options, party, index, task)
  const known = knownOf(task.known, (name) => name === SESSION || name === LATER_SESSION)
  const plan = planClaims(stepsOfBookings([change], known, task.now), known, task.now)
  const learned = (toRead: readonly ToRead[]): Task => ({
    ...task,
    known: readMore(world.items, task.known, known, toRead),
  })
  switch (plan.kind) {
    case 'refused':
    case 'impossible':
    case 'stale':
      return { kind: 'refused' }
    case 'unread':
      return { kind: 'reads', task: learned(plan.items) }
    case 'writes': {
      const items = { ...world.items }
      const failed: ToRead[] = []
      for (const { kind, write } of plan.writes) {
        const name = nameOfKey(write.key)
        const next = applied(itemOf(world.items[name]), write)
        if (next === undefined) failed.push({ key: write.key, isSource: kind === 'source' })
        else items[name] = storedOf(next)
      }
      if (failed.length > 0) return { kind: 'conflict', task: learned(failed) }
      const after = withParty({ ...world, items }, index, partyAfter(options, party, task))
      return { kind: 'done', world: withShortRevs(after) }
    }
  }
}

/**
 * The world with 2 as the `rev` of each stored item, and 1 as that of every earlier one that somebody has read: only
 * whether they are equal matters, and the world has fewer states.
 */
function withShortRevs(world: ClaimWorld): ClaimWorld {
  const short = (item: StoredItem, rev: number) => (item.rev === rev ? item : { ...item, rev })
  const isStored = (name: string, item: StoredItem) => world.items[name]?.rev === item.rev
  return {
    ...world,
    items: mapped(world.items, (_, item) => short(item, 2)),
    parties: world.parties.map((party) =>
      party.task === undefined
        ? party
        : {
            ...party,
            task: {
              ...party.task,
              known: mapped(party.task.known, (name, item) =>
                item === null ? null : short(item, isStored(name, item) ? 2 : 1),
              ),
            },
          },
    ),
  }
}

const mapped = <From, To>(
  record: Readonly<Record<string, From>>,
  change: (name: string, value: From) => To,
): Readonly<Record<string, To>> =>
  Object.fromEntries(
    Object.entries(record)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, change(name, value)]),
  )

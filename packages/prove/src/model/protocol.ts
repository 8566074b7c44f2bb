import type { ExploredSystem, Step } from '@holdfast/engine/explore'
import { remembered } from '@holdfast/engine/explore'
import type { StoredItem } from '../../../server/tests/support/stored-items.ts'
import { brokenPromise } from './promises.ts'
import { advance } from './server.ts'
import {
  bookingName,
  bookingNames,
  type Client,
  emptyWorld,
  type ModelOptions,
  type Request,
  type Task,
  type Wish,
  type World,
  withClient,
  withTask,
} from './world.ts'

/** The protocol as a system to explore: every order in which clients, servers and the clock can take their steps. */
export const protocol = (options: ModelOptions): ExploredSystem<World> => ({
  initial: emptyWorld(options),
  steps: (world) => [
    ...ticks(options, world),
    ...options.wishes.flatMap((wish, index) => [
      ...clientSteps(options, world, wish, index),
      ...sweeperSteps(options, world, wish, index),
      ...serverSteps(options, world, wish, index),
    ]),
  ],
  violation: remembered(
    // What servers are about to do breaks no promise yet.
    ({ now, items, clients }: World) => [now, items, clients.map(({ told, asks }) => [told, asks])],
    (world) => brokenPromise(options, world),
  ),
})

const ticks = ({ lastSecond }: ModelOptions, world: World): readonly Step<World>[] => {
  const now = world.now + 1
  return now > lastSecond ? [] : [{ name: `the clock is ${now}`, state: { ...world, now } }]
}

/** The requests that a client may send next. */
function requestsOf({ mayCancelLater }: ModelOptions, { told }: Client): readonly Request[] {
  if (told === undefined) return ['hold']
  if (told === 'held') return ['confirm', 'cancel']
  return told === 'confirmed' && mayCancelLater ? ['cancel'] : []
}

/** A client sends a request, or sends it once more. */
function clientSteps(
  options: ModelOptions,
  world: World,
  wish: Wish,
  index: number,
): readonly Step<World>[] {
  const client = world.clients[index] as Client
  const { asks } = client
  if (asks === undefined) {
    return requestsOf(options, client).flatMap((request) =>
      begun(options, world, index, { ...client, asks: request }, (now) => ({
        name: `${wish.client} asks to ${request}`,
        task: newTask(world, wish, request, false, now),
      })),
    )
  }
  const isRetried = client.tasks.some(({ action, isRetry }) => action === asks && isRetry)
  if (world.retriesLeft === 0 || isRetried) return []
  const fewer = { ...world, retriesLeft: world.retriesLeft - 1 }
  return begun(options, fewer, index, client, (now) => ({
    name: `${wish.client} asks to ${asks} again`,
    task: newTask(world, wish, asks, true, now),
  }))
}

function newTask(
  world: World,
  wish: Wish,
  action: Task['action'],
  isRetry: boolean,
  now: number,
): Task {
  // A new booking has a new id. Otherwise the client knows which one it has.
  const booking =
    action === 'hold'
      ? bookingName(wish, isRetry)
      : (bookingNames(world, wish)[0] ?? bookingName(wish, false))
  const task = { action, isRetry, now, booking, known: {} }
  const before = world.items[booking]
  // That the first copy of a request is late is the same as that the second one is early.
  return isRetry || action === 'hold' || before === undefined ? task : { ...task, before }
}

/** A server begins a task: one whose clock is right, or one whose clock is ahead. */
function begun(
  { holdSeconds }: ModelOptions,
  world: World,
  index: number,
  client: Client,
  begin: (now: number) => { readonly name: string; readonly task: Task },
): readonly Step<World>[] {
  const step = (from: World, now: number, where: string): Step<World> => {
    const { name, task } = begin(now)
    const tasks = [...client.tasks, task]
    return { name: `${name}${where}`, state: withClient(from, index, { ...client, tasks }) }
  }
  const right = step(world, world.now, '')
  if (world.clocksAheadLeft === 0) return [right]
  const fewer = { ...world, clocksAheadLeft: world.clocksAheadLeft - 1 }
  return [right, step(fewer, world.now + holdSeconds, ' at a server whose clock is ahead')]
}

/** The sweeper begins to expire a hold that has lapsed. */
function sweeperSteps(
  options: ModelOptions,
  world: World,
  wish: Wish,
  index: number,
): readonly Step<World>[] {
  const client = world.clients[index] as Client
  return bookingNames(world, wish).flatMap((name) => {
    const { status, until } = world.items[name] as StoredItem
    const isDue = status === 'pending' && (until as number) <= world.now
    const isBusy = client.tasks.some(
      ({ action, booking }) => action === 'expire' && booking === name,
    )
    if (!isDue || isBusy) return []
    return begun(options, { ...world, clocksAheadLeft: 0 }, index, client, (now) => ({
      name: `the sweeper finds the hold of ${wish.client}`,
      task: {
        action: 'expire',
        isRetry: false,
        now,
        booking: name,
        before: world.items[name] as StoredItem,
        known: {},
      },
    })).map((step) => ({
      ...step,
      state: { ...step.state, clocksAheadLeft: world.clocksAheadLeft },
    }))
  })
}

/** A server takes its next step, its answer arrives, or it is killed. */
function serverSteps(
  options: ModelOptions,
  world: World,
  wish: Wish,
  index: number,
): readonly Step<World>[] {
  const client = world.clients[index] as Client
  return client.tasks.flatMap((task, at) => {
    const who = `${wish.client}’s ${task.isRetry ? 'second ' : ''}${task.action}`
    const killed: Step<World>[] =
      world.crashesLeft === 0
        ? []
        : [
            {
              name: `${who}: its server is killed`,
              state: withClient(
                { ...world, crashesLeft: world.crashesLeft - 1 },
                index,
                withTask(client, at, undefined),
              ),
            },
          ]
    return [nextOf(options, world, wish, { index, client, task, at, who }), ...killed]
  })
}

interface Running {
  readonly index: number
  readonly client: Client
  readonly task: Task
  readonly at: number
  readonly who: string
}

function nextOf(
  options: ModelOptions,
  world: World,
  wish: Wish,
  { index, client, task, at, who }: Running,
): Step<World> {
  if (task.answer !== undefined) return answered(world, wish, { index, client, task, at })
  const progress = advance(options, world, wish, task, world.now)
  const name = `${who}: ${progress.what}`
  const isOver =
    progress.kind === 'ended' || (progress.kind === 'written' && task.action === 'expire')
  const next = progress.kind === 'ended' ? undefined : progress.task
  const after = withClient(world, index, withTask(client, at, isOver ? undefined : next))
  const state =
    progress.kind === 'written' ? withShortRevs({ ...after, items: sorted(progress.items) }) : after
  const waits = world.retriesLeft > 0 || world.crashesLeft > 0
  const running = next?.answer === undefined || waits ? undefined : state.clients[index]
  // Nothing can happen to an answer any more, and what others do does not depend on it.
  return running === undefined || next === undefined
    ? { name, state }
    : { name, state: answered(state, wish, { index, client: running, task: next, at }).state }
}

/** An answer arrives at its client. That to a copy of a request that has its answer already says nothing new. */
function answered(
  world: World,
  wish: Wish,
  { index, client, task, at }: Omit<Running, 'who'>,
): Step<World> {
  const { asks, ...rest } = withTask(client, at, undefined)
  const told =
    asks === task.action && task.answer !== undefined
      ? { ...rest, told: task.answer }
      : { ...rest, ...(asks && { asks }) }
  return { name: `${wish.client} is told: ${task.answer}`, state: withClient(world, index, told) }
}

const sorted = (items: World['items']): World['items'] =>
  Object.fromEntries(Object.entries(items).sort(([a], [b]) => (a < b ? -1 : 1)))

/**
 * The world with 2 as the `rev` of each stored day, and 1 as that of every earlier one that somebody has read: only
 * whether they are equal matters, and the world has fewer states.
 */
function withShortRevs(world: World): World {
  const shortened = (item: StoredItem, rev: number): StoredItem => ({ ...item, rev })
  const mapped = (
    record: Readonly<Record<string, StoredItem | null>>,
    change: (name: string, item: StoredItem) => StoredItem,
  ) =>
    Object.fromEntries(
      Object.entries(record).map(([name, item]) => [
        name,
        item === null || item.rev === undefined ? item : change(name, item),
      ]),
    )
  const revOf = (name: string) => world.items[name]?.rev
  return {
    ...world,
    // Nothing that is stored is null.
    items: mapped(world.items, (_, item) => shortened(item, 2)) as World['items'],
    clients: world.clients.map((client) => ({
      ...client,
      tasks: client.tasks.map((task) => ({
        ...task,
        known: mapped(task.known, (name, item) =>
          shortened(item, item.rev === revOf(name) ? 2 : 1),
        ),
      })),
    })),
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../cells/random.ts'
import type { Api } from './api.ts'
import type { RunClock } from './clock.ts'
import type { Fleet } from './fleet.ts'
import { LAG_MILLISECONDS } from './old-answers.ts'
import type { Receiver } from './receiver.ts'
import type { ProvenStore } from './stores.ts'

/** The faults that a run can have. */
export const FAULTS = [
  'kill',
  'pause',
  'clock',
  'lapse',
  'connection',
  'receiver',
  'store',
  'network',
  'stale',
  'disk',
] as const
export type FaultName = (typeof FAULTS)[number]

/** A fault that happened. */
export interface FaultRecord {
  readonly name: FaultName
  readonly text: string
  /** The only server that it happened to. Absent: all, or the store. */
  readonly server?: number
  /** Milliseconds of the run's clock. */
  readonly from: number
  readonly to: number
}

/** What faults are done to. */
export interface Victim {
  readonly fleet: Fleet
  readonly store: ProvenStore
  readonly clock: RunClock
  readonly api: Api
  readonly receiver: Receiver
}

interface Fault {
  readonly name: FaultName
  /** Does it, and waits until it is over; answers what was done. */
  readonly happen: (random: Random) => Promise<Pick<FaultRecord, 'text' | 'server'>>
}

const MAX_SKEW_MILLISECONDS = 10 * 60_000
/** How long a killer waits for a change. */
const NEXT_CHANGE_MILLISECONDS = 500
const MAX_PAUSE_MILLISECONDS = 20_000
/** How far `lapse` moves all clocks forward. */
export const LAPSE_MILLISECONDS = 61_000

/** The faults that are wanted and that the store can have. */
function faultsOf(victim: Victim, wanted: ReadonlySet<FaultName>): readonly Fault[] {
  const { store } = victim
  const all = [...faultsOfServers(victim), ...faultsOfConnections(victim), ...faultsOfStore(victim)]
  return all.filter(
    ({ name }) =>
      wanted.has(name) &&
      (name !== 'store' || store.kill) &&
      (name !== 'network' || store.disturb) &&
      (name !== 'stale' || store.makeStale) &&
      (name !== 'disk' || store.fullAtBlocks),
  )
}

function faultsOfServers({ fleet, clock, api }: Victim): readonly Fault[] {
  return [
    {
      name: 'kill',
      async happen(random) {
        // Mostly in the middle of a change, which may have been committed or not.
        const index =
          (await api.nextChange(NEXT_CHANGE_MILLISECONDS)) ?? random.pick(fleet.upIndexes)
        await sleep(random.next() * 1.5 * api.changeMilliseconds)
        await fleet.kill(index)
        await sleep(random.below(500))
        await fleet.restart(index)
        return { server: index, text: `server ${index} was killed and started again` }
      },
    },
    {
      name: 'pause',
      async happen(random) {
        const index = random.pick(fleet.upIndexes)
        // Mostly short: a paused server can hold a lock that the others wait for.
        const milliseconds = 1_000 + Math.floor(random.next() ** 3 * MAX_PAUSE_MILLISECONDS)
        await fleet.pause(index, milliseconds)
        const seconds = (milliseconds / 1000).toFixed(1)
        return { server: index, text: `server ${index} stood still for ${seconds} s` }
      },
    },
    {
      name: 'clock',
      async happen(random) {
        const index = random.pick(fleet.upIndexes)
        const milliseconds = Math.floor((random.next() * 2 - 1) * MAX_SKEW_MILLISECONDS)
        await clock.skew(index, milliseconds)
        await sleep(500 + random.below(3_000))
        await clock.skew(index, 0)
        const seconds = Math.round(milliseconds / 1000)
        const text = `the clock of server ${index} was off by ${seconds} s, and stepped back`
        return { server: index, text }
      },
    },
    {
      name: 'lapse',
      async happen() {
        await clock.advance(LAPSE_MILLISECONDS)
        return { text: `all clocks moved forward by ${LAPSE_MILLISECONDS / 1000} s` }
      },
    },
  ]
}

function faultsOfConnections({ api, receiver }: Victim): readonly Fault[] {
  return [
    {
      name: 'connection',
      async happen(random) {
        const share = 0.1 + random.next() * 0.4
        api.breakConnections({ share, random: () => random.next() })
        await sleep(500 + random.below(3_000))
        api.breakConnections(undefined)
        return { text: `${Math.round(share * 100)} % of connections to servers broke` }
      },
    },
    {
      name: 'receiver',
      async happen(random) {
        const behavior = random.pick(['error', 'cut', 'silence'] as const)
        receiver.behavior = behavior
        await sleep(500 + random.below(3_000))
        receiver.behavior = 'good'
        return { text: `the receiver of webhooks answered with ${behavior}` }
      },
    },
  ]
}

function faultsOfStore({ fleet, store }: Victim): readonly Fault[] {
  return [
    {
      name: 'store',
      async happen() {
        await store.kill?.()
        return { text: 'the store was killed and started again' }
      },
    },
    {
      name: 'network',
      async happen(random) {
        const share = 0.05 + random.next() * 0.25
        store.disturb?.(share)
        await sleep(500 + random.below(3_000))
        store.disturb?.(0)
        return { text: `${Math.round(share * 100)} % of requests to the store had a fault` }
      },
    },
    {
      name: 'stale',
      async happen(random) {
        const share = 0.2 + random.next() * 0.8
        store.makeStale?.(share)
        await sleep(1_000 + random.below(4_000))
        store.makeStale?.(0)
        const percent = Math.round(share * 100)
        return {
          text: `${percent} % of eventually consistent reads were up to ${LAG_MILLISECONDS} ms old`,
        }
      },
    },
    {
      name: 'disk',
      async happen(random) {
        const index = random.pick(fleet.upIndexes)
        await fleet.kill(index)
        await fleet.restart(index, store.fullAtBlocks?.())
        await sleep(500 + random.below(3_000))
        await fleet.kill(index)
        await fleet.restart(index)
        return { server: index, text: `the disk of server ${index} was full` }
      },
    },
  ]
}

/** Which faults happen, and how long none does between two of them, at most. */
export interface FaultPlan {
  readonly wanted: ReadonlySet<FaultName>
  readonly maxPauseMilliseconds: number
}

const MIN_PAUSE_MILLISECONDS = 300

/**
 * Makes faults one after another until it is stopped. `onFault` is called after each. `ended` rejects as soon as one cannot
 * be made.
 */
export function startFaults(
  victim: Victim,
  { wanted, maxPauseMilliseconds }: FaultPlan,
  random: Random,
  onFault: (record: FaultRecord) => void,
): { readonly ended: Promise<void>; stop(): Promise<void> } {
  const faults = faultsOf(victim, wanted)
  const ending = new AbortController()
  const run = async () => {
    while (!ending.signal.aborted && faults.length > 0) {
      const pause = MIN_PAUSE_MILLISECONDS + random.below(maxPauseMilliseconds)
      await sleep(pause, undefined, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return
      const fault = random.pick(faults)
      const from = victim.clock.now()
      const happened = await fault.happen(random)
      onFault({ name: fault.name, ...happened, from, to: victim.clock.now() })
    }
  }
  const running = run()
  // Whoever stops them learns why they ended.
  running.catch(() => {})
  return {
    ended: running,
    async stop() {
      ending.abort()
      await running
    },
  }
}

import { expect, test } from 'vitest'
import type { Operation } from '../checker/operation.ts'
import { Api } from '../run/api.ts'
import type { CellRun, ListedBooking, PlannedCall } from './cell.ts'
import { createRandom } from './random.ts'
import { WaitlistCell } from './waitlist-cell.ts'

const DAY = 20_000 * 24 * 60
const NINE = DAY + 9 * 60
const TYPE = { id: 'ety_a', durationMinutes: 30, bufferAfterMinutes: 0, pools: [['ann']] }
const MADE_AT = 1_000_000
const OFFER = { entryId: 'wtl_a', madeAt: MADE_AT }

/** A run whose servers' clocks are up to two seconds apart, and which nobody asks anything. */
const run: CellRun = {
  api: new Api({
    transport: {
      serverCount: 1,
      send: () => Promise.reject(new Error('There is no server.')),
      close: async () => {},
    },
    apiKey: 'unused',
  }),
  now: () => MADE_AT + 60_000,
  skewSince: () => 2_000,
  clients: 1,
  operationsPerClient: 1,
  nextOperationId: () => 'op',
}

const cellWith = () =>
  new WaitlistCell({ shape: 'waitlist', types: [{ ...TYPE, hasWaitlist: true }] }, DAY)

/** Plans until the cell wants such a request. */
function plannedUntil(
  cell: WaitlistCell,
  sentAt: number,
  isWanted: (planned: PlannedCall) => boolean,
): PlannedCall {
  const random = createRandom(1)
  for (let tries = 0; tries < 500; tries += 1) {
    const planned = cell.plan(random, `op-${sentAt}-${tries}`, sentAt)
    if (isWanted(planned)) return planned
  }
  throw new Error('It never wants it.')
}

async function join(cell: WaitlistCell, entryId: string, sentAt: number): Promise<void> {
  const { follow } = plannedUntil(cell, sentAt, ({ call }) => call.path.endsWith('/waitlist'))
  expect(await follow?.({ status: 201, body: { id: entryId } }, sentAt + 10)).toBeUndefined()
}

const listed = (state: 'held' | 'ended'): ListedBooking => ({
  shown: {
    id: 'bkg_a',
    claims: [{ resource: 'ann', from: NINE, to: NINE + 30, amount: 1 }],
    state,
  },
  version: 1,
  operationId: undefined,
  offer: OFFER,
})
const offerIn = (unasked: readonly Operation[]) => unasked.find(({ id }) => id === 'offer bkg_a')

test('an offer is an operation of nobody, made after its entry joined and before a client saw it', async () => {
  const cell = cellWith()
  await join(cell, 'wtl_a', MADE_AT - 60_000)
  const { follow } = plannedUntil(cell, MADE_AT, ({ call }) => call.path.includes('/bookings?'))
  const body = { data: [{ id: 'bkg_a', waitlistId: 'wtl_a' }] }
  await follow?.({ status: 200, body }, MADE_AT + 700)
  const { unasked } = cell.conclude(run, 0, [], [listed('held')])
  expect(offerIn(unasked)).toMatchObject({
    client: -1,
    action: { kind: 'take' },
    outcome: { kind: 'done', bookings: [{ state: 'held', lapsesAt: MADE_AT + 5 * 60_000 }] },
    invokedAt: MADE_AT - 2_000,
    returnedAt: MADE_AT + 700,
  })
  expect(unasked).toHaveLength(1)
})

test('an offer is made after the last read that showed its entry waiting', async () => {
  const cell = cellWith()
  await join(cell, 'wtl_a', MADE_AT - 60_000)
  const isLook = ({ call }: PlannedCall) => call.method === 'GET' && call.path.endsWith('wtl_a')
  const { follow } = plannedUntil(cell, MADE_AT - 500, isLook)
  const body = { id: 'wtl_a', status: 'waiting', lapsedOffers: 0, offer: null }
  await follow?.({ status: 200, body }, MADE_AT - 400)
  const { unasked } = cell.conclude(run, 0, [], [listed('held')])
  expect(offerIn(unasked)?.invokedAt).toBe(MADE_AT - 500)
})

test('somebody who leaves may end the hold of the offer, from then on', async () => {
  const cell = cellWith()
  await join(cell, 'wtl_a', MADE_AT - 60_000)
  plannedUntil(cell, MADE_AT + 900, ({ call }) => call.method === 'DELETE')
  const { unasked } = cell.conclude(run, 0, [], [listed('ended')])
  expect(unasked.filter(({ action }) => action.kind === 'release')).toMatchObject([
    { action: { ids: ['bkg_a'] }, outcome: { kind: 'unknown' }, invokedAt: MADE_AT + 900 },
  ])
})

test('a start that nobody on the wait list wants is no offer', async () => {
  const cell = cellWith()
  await join(cell, 'wtl_a', MADE_AT - 60_000)
  const held = listed('held')
  const claims = held.shown.claims.map((claim) => ({ ...claim, from: NINE - 60 }))
  const { strange } = cell.conclude(run, 0, [], [{ ...held, shown: { ...held.shown, claims } }])
  expect(strange).toEqual([`offer bkg_a of start ${NINE - 60} to wtl_a is not wanted`])
})

import { afterAll, expect, test } from 'vitest'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { DEPOSIT_LIVES, runDeposit } from '../support/deposit-runs.ts'
import { IS_DEEP, repetitions } from '../support/depth.ts'
import { ORDER_LIVES, type OrderRunReport, type Run, runOrder } from '../support/order-runs.ts'
import {
  receiveWebhooks,
  seeded,
  WEBHOOK_FATES,
  type WebhookFate,
} from '../support/payment-life.ts'
import { openPaymentWorld, type PaymentWorld } from '../support/payment-world.ts'
import { type Engine, SOME_ENGINES, stopSharedEngine } from '../support/stores.ts'

afterAll(stopSharedEngine)

/** A process takes at most so many steps in a life, a step being a transaction or a call to the vendor. */
const MOST_STEPS = 70
const SEED = 20_261_128

/** The runs: each life with each fate of its webhooks, killed at each step in turn, or at steps drawn from a seed. */
function runsOf<Life>(lives: readonly Life[], count: number): readonly Run<Life>[] {
  const random = seeded(SEED)
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / lives.length)
    const drawn = 1 + Math.floor(random() * MOST_STEPS)
    const first = IS_DEEP ? 1 + (round % MOST_STEPS) : drawn
    const second = 1 + Math.floor(random() * 20)
    return {
      life: lives[index % lives.length] as Life,
      webhooks: WEBHOOK_FATES[(index + round) % WEBHOOK_FATES.length] as WebhookFate,
      killsAt: random() < 0.7 ? [first, second] : [first],
    }
  })
}

test.each(SOME_ENGINES)(
  'each cent of two bookings and two charges is accounted for after kills between any two steps, on %s',
  { timeout: 1_800_000 },
  async (engine) => {
    await playAll(engine, runsOf(ORDER_LIVES, repetitions(52, 910)), runOrder)
  },
)

test.each(SOME_ENGINES)(
  'each cent of a deposit and its balance is accounted for after kills between any two steps, on %s',
  { timeout: 1_800_000 },
  async (engine) => {
    await playAll(engine, runsOf(DEPOSIT_LIVES, repetitions(44, 770)), runDeposit)
  },
)

/** Plays all runs in one world, and expects no violation and nothing left to do. */
async function playAll<Of extends Run<string>>(
  engine: Engine,
  runs: readonly Of[],
  play: (world: PaymentWorld, run: Of) => Promise<OrderRunReport>,
): Promise<void> {
  const world = await openPaymentWorld(engine)
  await receiveWebhooks(world)
  const violations: unknown[] = []
  let kills = 0
  for (const run of runs) {
    const report = await play(world, run)
    kills += report.kills
    if (report.violations.length > 0) violations.push({ ...run, found: report.violations })
  }
  if (IS_DEEP)
    console.info(`${engine}: ${runs.length} runs, ${kills} kills, ${violations.length} violations`)
  expect(violations).toEqual([])
  // Nothing is left to do.
  expect(await world.items('PAYMENTDUE#')).toEqual([])
  expect((await inspect(world.deps)).findings).toEqual([])
  expect(kills).toBeGreaterThan(runs.length / 3)
  await world.close()
}

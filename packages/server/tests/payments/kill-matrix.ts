import { expect } from 'vitest'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { IS_DEEP } from '../support/depth.ts'
import {
  type Run,
  type RunReport,
  receiveWebhooks,
  seeded,
  WEBHOOK_FATES,
  type WebhookFate,
} from '../support/payment-life.ts'
import { openPaymentWorld, type PaymentWorld } from '../support/payment-world.ts'
import type { Engine } from '../support/stores.ts'

/** Every nth round of a matrix that takes too long at once: `HOLDFAST_TEST_PART=2/3` plays the second third. */
const [PART = 1, PARTS = 1] = (process.env.HOLDFAST_TEST_PART ?? '1/1').split('/').map(Number)

/**
 * The runs: each life with each fate of its webhooks, killed at a step. The deep run kills at each step in turn, the
 * usual one at steps drawn from a seed. Most runs have a second kill. `mostSteps`: how many steps a process takes at most
 * in a life, a step being a transaction or a call to the vendor.
 */
export function runsOf<Life>(
  lives: readonly Life[],
  { count, mostSteps, seed }: Readonly<Record<'count' | 'mostSteps' | 'seed', number>>,
): readonly Run<Life>[] {
  const random = seeded(seed)
  const roundOf = (index: number): number => Math.floor(index / lives.length)
  const all = Array.from({ length: count }, (_, index) => {
    const round = roundOf(index)
    const drawn = 1 + Math.floor(random() * mostSteps)
    const first = IS_DEEP ? 1 + (round % mostSteps) : drawn
    const second = 1 + Math.floor(random() * 20)
    return {
      life: lives[index % lives.length] as Life,
      webhooks: WEBHOOK_FATES[(index + round) % WEBHOOK_FATES.length] as WebhookFate,
      killsAt: random() < 0.7 ? [first, second] : [first],
    }
  })
  return all.filter((_, index) => roundOf(index) % PARTS === PART - 1)
}

/** Plays all runs in one world, and expects no violation and nothing left to do. */
export async function playAll<Of extends Run<string>>(
  engine: Engine,
  runs: readonly Of[],
  play: (world: PaymentWorld, run: Of) => Promise<RunReport>,
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
  expect(await world.items('DUE#')).toEqual([])
  expect((await inspect(world.deps)).findings).toEqual([])
  expect(kills).toBeGreaterThan(runs.length / 3)
  await world.close()
}

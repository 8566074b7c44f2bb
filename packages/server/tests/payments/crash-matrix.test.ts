import { afterAll, expect, test } from 'vitest'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { IS_DEEP, repetitions } from '../support/depth.ts'
import { receiveWebhooks, seeded, WEBHOOK_FATES } from '../support/payment-life.ts'
import { LIVES, type PaymentRun, runPayment } from '../support/payment-runs.ts'
import { openPaymentWorld } from '../support/payment-world.ts'
import { SOME_ENGINES, stopSharedEngine } from '../support/stores.ts'

afterAll(stopSharedEngine)

/** A process takes at most so many steps in a life, a step being a transaction or a call to the vendor. */
const MOST_STEPS = 60
const SEED = 20_260_420

/**
 * The runs: each life with each fate of its webhooks, killed at a step. The deep run kills at each step in turn, the
 * usual one at steps drawn from a seed. Most runs have a second kill.
 */
function runsOf(count: number): readonly PaymentRun[] {
  const random = seeded(SEED)
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / LIVES.length)
    const drawn = 1 + Math.floor(random() * MOST_STEPS)
    const first = IS_DEEP ? 1 + (round % MOST_STEPS) : drawn
    const second = 1 + Math.floor(random() * 20)
    return {
      life: LIVES[index % LIVES.length] as PaymentRun['life'],
      webhooks: WEBHOOK_FATES[(index + round) % WEBHOOK_FATES.length] as PaymentRun['webhooks'],
      killsAt: random() < 0.7 ? [first, second] : [first],
    }
  })
}

test.each(SOME_ENGINES)(
  'money and claims agree after kills between any two steps, with webhooks lost, late, doubled and reordered, on %s',
  { timeout: 600_000 },
  async (engine) => {
    const world = await openPaymentWorld(engine)
    await receiveWebhooks(world)
    const runs = runsOf(repetitions(50, 500))
    const violations: unknown[] = []
    let kills = 0
    for (const run of runs) {
      const report = await runPayment(world, run)
      kills += report.kills
      if (report.violations.length > 0) violations.push({ ...run, found: report.violations })
    }
    if (IS_DEEP)
      console.info(
        `${engine}: ${runs.length} runs, ${kills} kills, ${violations.length} violations`,
      )
    expect(violations).toEqual([])
    // Nothing is left to do.
    expect(await world.items('PAYMENTDUE#')).toEqual([])
    expect((await inspect(world.deps)).findings).toEqual([])
    expect(kills).toBeGreaterThan(runs.length / 3)
    await world.close()
  },
)

import { afterAll, test } from 'vitest'
import { repetitions } from '../support/depth.ts'
import { LIVES, runPayment } from '../support/payment-runs.ts'
import { SOME_ENGINES, stopSharedEngine } from '../support/stores.ts'
import { playAll, runsOf } from './kill-matrix.ts'

afterAll(stopSharedEngine)

const KILLS = { mostSteps: 60, seed: 20_260_420 }

test.each(SOME_ENGINES)(
  'money and claims agree after kills between any two steps, with webhooks lost, late, doubled and reordered, on %s',
  { timeout: 600_000 },
  async (engine) => {
    await playAll(engine, runsOf(LIVES, { ...KILLS, count: repetitions(50, 500) }), runPayment)
  },
)

import { afterAll, test } from 'vitest'
import { BALANCE_LIVES, runBalance } from '../support/balance-runs.ts'
import { DEPOSIT_LIVES, runDeposit } from '../support/deposit-runs.ts'
import { repetitions } from '../support/depth.ts'
import { MOVED_STAY_LIVES, runMovedStay } from '../support/moved-stay-runs.ts'
import { ORDER_LIVES, runOrder } from '../support/order-runs.ts'
import { runSecurity, SECURITY_LIVES } from '../support/security-runs.ts'
import { SOME_ENGINES, stopSharedEngine } from '../support/stores.ts'
import { playAll, runsOf } from './kill-matrix.ts'

afterAll(stopSharedEngine)

const KILLS = { mostSteps: 70, seed: 20_261_128 }

test.each(SOME_ENGINES)(
  'each cent of two bookings and two charges is accounted for after kills between any two steps, on %s',
  { timeout: 1_800_000 },
  async (engine) => {
    await playAll(engine, runsOf(ORDER_LIVES, { ...KILLS, count: repetitions(52, 910) }), runOrder)
  },
)

test.each(SOME_ENGINES)(
  'each cent of a deposit and its balance is accounted for after kills between any two steps, on %s',
  { timeout: 1_800_000 },
  async (engine) => {
    const runs = runsOf(DEPOSIT_LIVES, { ...KILLS, count: repetitions(44, 770) })
    await playAll(engine, runs, runDeposit)
  },
)

test.each(SOME_ENGINES)(
  'each cent of a stay that moves to another price is accounted for after kills between any two steps, on %s',
  { timeout: 1_800_000 },
  async (engine) => {
    const runs = runsOf(MOVED_STAY_LIVES, { ...KILLS, count: repetitions(44, 770) })
    await playAll(engine, runs, runMovedStay)
  },
)

test.each(SOME_ENGINES)(
  'each cent of a balance with a due date is accounted for after kills between any two steps, on %s',
  { timeout: 1_800_000 },
  async (engine) => {
    const runs = runsOf(BALANCE_LIVES, { ...KILLS, count: repetitions(48, 840) })
    await playAll(engine, runs, runBalance)
  },
)

test.each(SOME_ENGINES)(
  'each cent of a security deposit is accounted for after kills between any two steps, on %s',
  { timeout: 1_800_000 },
  async (engine) => {
    const runs = runsOf(SECURITY_LIVES, { ...KILLS, count: repetitions(48, 840) })
    await playAll(engine, runs, runSecurity)
  },
)

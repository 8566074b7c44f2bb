import type { Logger } from 'pino'
import { systemClock } from '../adapters/system/clock.ts'
import { monotonicMilliseconds } from '../kernel/dependencies.ts'
import type { TransactionDependencies } from '../kernel/transaction.ts'
import { type ClockNews, createClockTrust } from '../ops/clock/clock-trust.ts'
import { readKnownInstant, recordInstant } from '../ops/clock/known-instant.ts'
import type { BackgroundWork } from './background-work.ts'

/** Lets work wait that cannot be undone while the machine's clock may be wrong. */
export interface ClockGuard {
  /** The work, which does nothing while the clock is not believed. */
  hold<Work extends Pick<BackgroundWork, 'run'>>(work: Work): Work
  /** The work that records the instant of a clock that is believed. */
  readonly work: BackgroundWork
}

/** What the log says about the clock. */
export const CLOCK_NEWS: Readonly<Record<ClockNews, string>> = {
  ahead:
    'The clock is more than 24 hours ahead of what the store knows. Completing, reminding, deleting and erasing wait for ten minutes, or until the clock is set right.',
  steady:
    'The clock has run steadily for ten minutes. Completing, reminding, deleting and erasing go on.',
  corrected: 'The clock was set right. Completing, reminding, deleting and erasing go on.',
}

/** Judges the machine's clock. The clock of test mode is never judged, since tests move it by years. */
export async function openClockGuard(
  deps: TransactionDependencies,
  logger: Logger,
): Promise<ClockGuard> {
  const isMachines = deps.clock === systemClock
  const clock = {
    nowEpochMilliseconds: () => deps.clock.nowEpochMilliseconds(),
    monotonicMilliseconds: () => monotonicMilliseconds(deps.clock),
  }
  const newest = isMachines ? await readKnownInstant(deps.store) : undefined
  const trust = createClockTrust(clock, newest, (news, aheadMilliseconds) => {
    const aheadSeconds = Math.round(aheadMilliseconds / 1000)
    logger.warn({ aheadSeconds }, CLOCK_NEWS[news])
  })
  const isTrusted = () => !isMachines || trust.isTrusted()
  return {
    hold: (work) => ({
      ...work,
      run: async (...given: Parameters<typeof work.run>) =>
        isTrusted() ? work.run(...given) : false,
    }),
    work: {
      name: 'clock',
      pollMilliseconds: 60_000,
      async run() {
        if (isMachines && isTrusted()) await recordInstant(deps)
        return false
      },
    },
  }
}

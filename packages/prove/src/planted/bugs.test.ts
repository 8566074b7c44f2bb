import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { deepTest } from '../../../server/tests/support/depth.ts'
import { SHAPES } from '../cells/world.ts'
import { FAULTS } from '../run/faults.ts'
import { type ProveOptions, prove } from '../run/prove.ts'
import type { RunReport } from '../run/run-report.ts'
import { BUGS } from './bugs.ts'

const REPOSITORY = new URL('../../../../', import.meta.url)

test.each(BUGS)('the bug $name changes one place of the source', ({ change }) => {
  const { file, find, replace } = change
  const source = readFileSync(new URL(file, REPOSITORY), 'utf8')
  expect(source.split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
})

test('no two bugs have one name', () => {
  expect(new Set(BUGS.map(({ name }) => name)).size).toBe(BUGS.length)
})

/** A busy machine stands still at times. */
const TIMEOUT_MILLISECONDS = 15 * 60_000

async function proven(more: Partial<ProveOptions>): Promise<RunReport> {
  const report = await prove({
    store: 'sqlite',
    minutes: 0.4,
    seed: 1,
    faults: new Set(FAULTS),
    faultPauseSeconds: 1.5,
    shapes: SHAPES,
    serverCount: 2,
    cellsAtOnce: 4,
    stopsAtViolation: false,
    interruption: new AbortController().signal,
    onProgress: () => {},
    onViolation: () => {},
    onWaiting: () => {},
    ...more,
  })
  await rm(report.folder, { recursive: true, force: true, maxRetries: 5 })
  return report
}

deepTest(
  'a run with every shape and every fault finds nothing in servers without a bug',
  async () => {
    const { violations, counts, eventCount, deliveredCount } = await proven({})
    expect(violations).toEqual([])
    expect(counts.operations).toBeGreaterThan(200)
    expect(deliveredCount).toBe(eventCount)
  },
  TIMEOUT_MILLISECONDS,
)

deepTest(
  'a run that is ended early checks what it has done and stops its servers',
  async () => {
    const interruption = new AbortController()
    const { counts, eventCount, deliveredCount, violations, wasInterrupted } = await proven({
      minutes: 60,
      faults: new Set(),
      shapes: ['single'],
      interruption: interruption.signal,
      onProgress: ({ cells }) => {
        if (cells > 0) interruption.abort()
      },
    })
    expect(wasInterrupted).toBe(true)
    expect(violations).toEqual([])
    expect(counts.operations).toBeGreaterThan(0)
    expect(eventCount).toBeGreaterThan(0)
    expect(deliveredCount).toBe(eventCount)
  },
  TIMEOUT_MILLISECONDS,
)

deepTest(
  'a run finds that holds are stolen',
  async () => {
    const bug = BUGS.find(({ name }) => name === 'hold-stolen')
    const more = { minutes: 5, planted: bug?.change, stopsAtViolation: true }
    const { violations } = await proven({ ...more, shapes: ['single'] })
    expect(violations[0]).toMatchObject({ kind: 'order', shape: 'single' })
  },
  TIMEOUT_MILLISECONDS,
)

import { expect, test } from 'vitest'
import { BookingCell } from '../cells/booking-cell.ts'
import { CellChecks } from './cell-checks.ts'
import type { Violation } from './run-report.ts'

test('a cell with a strange answer is recorded, and its violation names it', async () => {
  const violations: Violation[] = []
  const checks = new CellChecks({
    counts: { cells: 0, undecided: 0 },
    faults: [],
    onViolation: (violation) => violations.push(violation),
  })
  try {
    const cell = new BookingCell({ shape: 'single', types: [] }, 0)
    await checks.add(cell, { operations: [], strange: [] })
    await checks.finish()
    await checks.add(cell, { operations: [], strange: ['op-1 take: 500'] })
    await checks.finish()
    expect(violations).toEqual([
      { kind: 'answer', text: 'op-1 take: 500', shape: 'single', cell: 2 },
    ])
    expect(checks.recordedCells.map(({ number }) => number)).toEqual([2, 1])
  } finally {
    await checks.close()
  }
})

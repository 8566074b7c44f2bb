import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { deepTest } from '../../../packages/server/tests/support/depth.ts'
import { type Growth, growthsOf } from './growth.ts'
import { pictureOf } from './page.ts'

const measured = (bookings: number, cpuMilliseconds: readonly number[]) => ({
  operation: 'hold',
  providers: 1,
  bookings,
  cpuMilliseconds,
  latencyMilliseconds: [2],
  readKilobytes: [4],
})

test('a cost that grows as the square root is faster than the logarithm', () => {
  const [growth] = growthsOf([measured(10_000, [10, 10.1, 9.9]), measured(100, [1, 1.01, 0.99])])
  expect(growth?.exponent).toBeCloseTo(0.5, 3)
  // ln(ln(10000) / ln(100)) / ln(100) = ln(2) / 4.605
  expect(growth?.exponentOfLogarithm).toBeCloseTo(0.1505, 4)
  expect(growth?.verdict).toBe('faster')
  expect(growth?.costs.map(({ bookings }) => bookings)).toEqual([100, 10_000])
})

test('a growth that one round shows and another does not is unclear', () => {
  const [growth] = growthsOf([measured(100, [1, 1]), measured(10_000, [4, 1])])
  expect(growth?.exponent).toBeCloseTo(0.199, 3)
  expect(growth?.verdict).toBe('unclear')
})

test('a cost that does not grow is at most logarithmic', () => {
  const [growth] = growthsOf([measured(100, [1, 1.1]), measured(10_000, [1.1, 1])])
  expect(growth?.verdict).toBe('at most logarithmic')
})

test('the picture shows the cost and the exponent of each operation', () => {
  const growths = growthsOf([measured(1_000, [1, 1]), measured(1_000_000, [2, 2])])
  const picture = pictureOf({ at: '', machine: '', settings: '', growths })
  // ln(2) / ln(1000)
  expect(picture).toContain('>0.100 ± 0.000<')
  expect(picture).toContain('<title>1,000,000 bookings, 1 providers: 2.000 ms</title>')
  expect(picture).toContain('>hold</text>')
})

const BENCH = fileURLToPath(new URL('../growth.ts', import.meta.url))

deepTest(
  'the quick run measures every operation in stores of two sizes, with one provider and with many',
  async () => {
    const results = await mkdtemp(join(tmpdir(), 'holdfast-growth-'))
    try {
      const run = promisify(execFile)
      const { stdout } = await run(process.execPath, [BENCH, '--quick', '--results', results])
      expect(stdout).toContain('| month of slots |')
      const { growths } = JSON.parse(await readFile(join(results, 'growth.json'), 'utf8')) as {
        readonly growths: readonly Growth[]
      }
      // Three steps of a booking and twelve reads.
      expect(growths).toHaveLength(2 * 15)
      const costs = growths.flatMap((growth) => growth.costs)
      expect(costs.filter(({ cpuMilliseconds }) => cpuMilliseconds > 0)).toHaveLength(2 * 2 * 15)
      expect(await readFile(join(results, 'growth.html'), 'utf8')).toContain(
        '<h2>20 providers</h2>',
      )
    } finally {
      await rm(results, { recursive: true })
    }
  },
  120_000,
)

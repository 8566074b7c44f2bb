import { expect, test } from 'vitest'
import { folderRuns, targetsOf } from './targets.ts'

const TEST_CODE = ['!packages/**/*.{test,suite}.ts', '!packages/*/tests/**']
const targets = (...paths: readonly string[]) => targetsOf(paths, process.cwd())

test('a run without a path mutates the engine, without its tests', () => {
  expect(targets()).toEqual({
    mutate: ['packages/engine/src/**/*.ts', ...TEST_CODE],
    packages: ['packages/engine'],
  })
})

test('a package stands for its sources, a folder for all files below it, a file for itself', () => {
  expect(
    targets('packages/contracts/', './packages/engine/src/claims', 'packages/engine/src/index.ts'),
  ).toEqual({
    mutate: [
      'packages/contracts/src/**/*.ts',
      'packages/engine/src/claims/**/*.ts',
      'packages/engine/src/index.ts',
      ...TEST_CODE,
    ],
    packages: ['packages/contracts', 'packages/engine'],
  })
})

test.each(['packages/engin', 'packages', 'tools/mutation', 'docs'])(
  'the path %s stops the run with an error, because it names no code of a package',
  (path) => {
    expect(() => targets(path)).toThrow(`Unknown path: '${path}'`)
  },
)

const STAYS = 'packages/server/src/stays'
const MONEY = 'packages/server/src/payments/money/money.ts'

test('each folder is a run of its own, judged by the tests in it, without its routes', () => {
  const [stays, money] = folderRuns([STAYS, MONEY], process.cwd(), undefined)
  expect(stays).toEqual({
    mutate: [`${STAYS}/**/*.ts`, ...TEST_CODE, '!packages/*/src/*/http/**'],
    packages: ['packages/server'],
    tests: `${STAYS}/**/*.test.ts`,
  })
  expect(money?.tests).toBe('packages/server/src/payments/money/**/*.test.ts')
})

test('a sample is spread evenly over the folders', () => {
  const sizes = (total: number) =>
    folderRuns([STAYS, STAYS, STAYS], process.cwd(), total).map(({ sampleSize }) => sampleSize)
  expect(sizes(9)).toEqual([3, 3, 3])
  expect(sizes(40)).toEqual([14, 13, 13])
  expect(sizes(2)).toEqual([1, 1, 0])
})

import { expect, test } from 'vitest'
import { targetsOf } from './targets.ts'

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

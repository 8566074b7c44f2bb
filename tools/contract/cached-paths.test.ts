import { beforeAll, expect, test } from 'vitest'
import {
  PHOTO_PATH,
  SLOT_PATHS,
  SLOT_QUERIES,
  UNSHARED_PATHS,
} from '../../packages/infra/src/cached-paths.ts'
import { type OpenApi, type Operation, openApi } from './document.ts'

/** The operations at paths whose responses CloudFront shares, by method. */
let shared: readonly (readonly [method: string, operation: Operation, path: string])[]
beforeAll(async () => {
  const { paths }: OpenApi = await openApi()
  shared = Object.entries(paths)
    .filter(([path]) => isShared(path.replaceAll(/[{}]/g, '')))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [method, operation, path] as const),
    )
})

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(path)

/** The pattern by which CloudFront shares a path: the first that matches. */
const patternOf = (path: string) =>
  SLOT_PATHS.find((pattern) => matches(pattern, path.replaceAll(/[{}]/g, '')))

/** Whether CloudFront shares a path. It takes the first pattern that matches. */
const isShared = (path: string): boolean =>
  !UNSHARED_PATHS.some((pattern) => matches(pattern, path)) &&
  SLOT_PATHS.some((pattern) => matches(pattern, path))

test('CloudFront shares only the responses with public slots', () => {
  expect(shared.map(([method, { operationId }]) => `${method} ${operationId}`).sort()).toEqual([
    'get getPublicEventType',
    'get listPublicNights',
    'get listPublicOpenedSlots',
    'get listPublicSlots',
    'get listPublicSoonestSlots',
  ])
})

test('CloudFront keeps the files of photos, and nothing else at their paths', async () => {
  const { paths }: OpenApi = await openApi()
  const kept = Object.entries(paths)
    .filter(([path]) => matches(PHOTO_PATH, path))
    .flatMap(([, operations]) => Object.values(operations))
  expect(kept.map(({ operationId }) => operationId)).toEqual(['downloadPhoto'])
  expect(kept[0]?.parameters?.filter((one) => one.in === 'query')).toEqual([])
  expect(kept[0]?.security).toEqual([])
})

test('the key of shared responses has every parameter of their calls, and nobody signs in to them', () => {
  const parameters = shared.flatMap(([, operation]) => operation.parameters ?? [])
  for (const pattern of SLOT_PATHS) {
    const calls = shared.filter(([, , path]) => patternOf(path) === pattern)
    const query = calls
      .flatMap(([, operation]) => operation.parameters ?? [])
      .filter((one) => one.in === 'query')
      .map(({ name }) => name)
    expect([...new Set(query)].sort()).toEqual(SLOT_QUERIES[pattern])
  }
  expect(parameters.filter((one) => one.in === 'header' || one.in === 'cookie')).toEqual([])
  expect(shared.flatMap(([, { security }]) => security)).toEqual([])
})

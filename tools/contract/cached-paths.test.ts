import { beforeAll, expect, test } from 'vitest'
import { SLOT_PATHS, SLOT_QUERY, UNSHARED_PATHS } from '../../packages/infra/src/cached-paths.ts'
import { type OpenApi, type Operation, openApi } from './document.ts'

/** The operations at paths whose responses CloudFront shares, by method. */
let shared: readonly (readonly [method: string, operation: Operation])[]
beforeAll(async () => {
  const { paths }: OpenApi = await openApi()
  shared = Object.entries(paths)
    .filter(([path]) => isShared(path.replaceAll(/[{}]/g, '')))
    .flatMap(([, operations]) => Object.entries(operations))
})

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(path)

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

test('the key of shared responses has every parameter of their calls, and nobody signs in to them', () => {
  const parameters = shared.flatMap(([, operation]) => operation.parameters ?? [])
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  expect([...new Set(names)].sort()).toEqual(SLOT_QUERY)
  expect(parameters.filter((one) => one.in === 'header' || one.in === 'cookie')).toEqual([])
  expect(shared.flatMap(([, { security }]) => security)).toEqual([])
})

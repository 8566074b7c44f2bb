import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { POLICY } from '../../packages/server/src/kernel/access/policy.ts'
import { openApi, operationsOf } from '../contract/document.ts'
import { permissionsPage } from './page.ts'

test('docs/permissions.md shows the policy as it is', async () => {
  expect(readFileSync('docs/permissions.md', 'utf8')).toBe(await permissionsPage())
})

test('every rule of the policy is that of an operation', async () => {
  const known = new Set(operationsOf(await openApi()).map(({ operationId }) => operationId))
  // Pages of the mailbox are not in the OpenAPI document.
  const pages = new Set(['getMailbox', 'getMailboxFile'])
  expect(Object.keys(POLICY).filter((name) => !known.has(name) && !pages.has(name))).toEqual([])
})

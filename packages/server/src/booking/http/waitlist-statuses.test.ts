import { WAITLIST_STATUSES as API_STATUSES } from '@holdfast/contracts'
import { expect, test } from 'vitest'
import { WAITLIST_STATUSES } from '../waitlist/entry.ts'

test('the store and the API know the same statuses of the wait list', () => {
  expect(API_STATUSES).toEqual(WAITLIST_STATUSES)
})

import type { Booking } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { mailContext as context } from '../../../tests/support/mail-context.ts'
import { invitationOf } from './invitation.ts'

test.each<[Booking['status'], string, string]>([
  ['pending', 'REQUEST', 'TENTATIVE'],
  ['confirmed', 'REQUEST', 'CONFIRMED'],
  ['completed', 'REQUEST', 'CONFIRMED'],
  ['no_show', 'REQUEST', 'CONFIRMED'],
  ['cancelled', 'CANCEL', 'CANCELLED'],
  ['expired', 'CANCEL', 'CANCELLED'],
])('the invitation of a booking that is %s says %s and %s', (status, method, said) => {
  const invitation = invitationOf(context({}, { status }))
  expect(invitation.method).toBe(method)
  expect(invitation.content).toContain(`METHOD:${method}\r\n`)
  expect(invitation.content).toContain(`STATUS:${said}\r\n`)
})

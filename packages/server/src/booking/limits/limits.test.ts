import { describe, expect, test } from 'vitest'
import { eventTypeLimitsRepresentation, limitsOf, periodLimitsRepresentation } from './limits.ts'

describe('the limits of an event type or a provider', () => {
  test('are stored only as far as they limit', () => {
    expect(limitsOf({ perDay: 3, perWeek: null, perBooker: 1 })).toEqual({
      perDay: 3,
      perBooker: 1,
    })
    expect(limitsOf({ perDay: null })).toBeNull()
    expect(limitsOf({})).toBeNull()
    expect(limitsOf(null)).toBeNull()
  })

  test('show each limit, and null for none', () => {
    expect(eventTypeLimitsRepresentation({ perDay: 3 })).toEqual({
      perDay: 3,
      perWeek: null,
      perMonth: null,
      minutesPerDay: null,
      perBooker: null,
      perBookerEver: null,
    })
    expect(periodLimitsRepresentation({ minutesPerDay: 90 })).toEqual({
      perDay: null,
      perWeek: null,
      perMonth: null,
      minutesPerDay: 90,
    })
    expect(eventTypeLimitsRepresentation(undefined)).toBeNull()
    expect(periodLimitsRepresentation(undefined)).toBeNull()
  })
})

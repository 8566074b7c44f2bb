import { explore } from '@holdfast/engine/explore'
import { describe, expect, test } from 'vitest'
import { protocol } from './protocol.ts'
import { TWO, without } from './scenarios.ts'
import { RULES, type Rule } from './world.ts'

/** It takes less than a second, but a busy machine is slow. */
const BUSY_MS = 60_000

describe('in every interleaving of two clients on two days, with a lapse', () => {
  test(
    'no time has two owners, no live hold is lost, and every answer stays true',
    () => expect(explore(protocol(TWO))).toEqual({ stateCount: 1_784 }),
    BUSY_MS,
  )
  test(
    'a request that is sent twice happens once, and not at all if it was refused',
    () => {
      const options = { ...TWO, lastSecond: 0, retries: 1 }
      expect(explore(protocol(options))).toEqual({ stateCount: 1_057 })
    },
    BUSY_MS,
  )
})

describe('the exploration finds what a rule prevents', () => {
  const found: Readonly<Record<Rule, readonly [text: string, ...path: readonly string[]]>> = {
    'a claim requires that its time is free': [
      'ann and bob have the same time',
      'ann asks to hold',
      'ann’s hold: commits its hold',
      'bob asks to hold',
      'bob’s hold: commits its hold',
    ],
    'a day that was read is replaced only if it has not changed': [
      'ann and bob have the same time',
      'ann asks to hold',
      'ann’s hold: commits its hold',
      'ann asks to confirm',
      'the clock is 1',
      'bob asks to hold',
      'bob’s hold: finds a day changed',
      'ann’s confirm: commits its confirm',
      'bob’s hold: commits its hold',
    ],
    'a live hold is not taken over': [
      'ann cannot confirm a live hold',
      'ann asks to hold',
      'ann’s hold: commits its hold',
      'bob asks to hold',
      'bob’s hold: finds a day changed',
      'bob’s hold: commits its hold',
    ],
    'a lapsed hold is taken over': [
      'bob cannot take a free time',
      'ann asks to hold',
      'the clock is 1',
      'ann’s hold: commits its hold',
    ],
    'a confirmation requires the mark of its hold': [
      'ann and bob have the same time',
      'ann asks to hold',
      'ann’s hold: commits its hold',
      'ann asks to confirm',
      'the clock is 1',
      'bob asks to hold',
      'bob’s hold: finds a day changed',
      'bob’s hold: commits its hold',
      'ann’s confirm: commits its confirm',
    ],
    'a release requires the mark of its hold': [
      'the time of bob is free for others',
      'ann asks to hold',
      'the clock is 1',
      'ann’s hold: commits its hold',
      'ann asks to cancel',
      'bob asks to hold',
      'bob’s hold: finds a day changed',
      'bob’s hold: commits its hold',
      'ann’s cancel: commits its cancel',
    ],
    'a booking is replaced only if it has not changed': [
      'ann was told cancelled, but the booking is expired',
      'ann asks to hold',
      'the clock is 1',
      'ann’s hold: commits its hold',
      'ann asks to cancel',
      'the sweeper finds the hold of ann',
      'ann’s cancel: commits its cancel',
      'ann’s expire: finds a day changed',
      'ann’s expire: commits its expire',
    ],
    'all writes of a change commit together': [
      'ann cannot take a free time',
      'bob asks to hold',
      'the clock is 1',
      'bob’s hold: commits its hold',
    ],
    'the key of a request commits with its change': [
      'ann was refused and has a booking',
      'ann asks to hold',
      'ann’s hold: commits its hold',
      'ann asks to hold again',
      'ann’s second hold: finds a day changed',
      'ann’s second hold: stores its refusal',
    ],
    'a refusal is stored under its key before it is sent': [
      'ann was refused and has a booking',
      'ann asks to hold',
      'ann asks to hold again',
      'bob asks to hold',
      'bob’s hold: commits its hold',
      'ann’s hold: finds a day changed',
      'ann’s hold: refuses',
      'bob asks to cancel',
      'bob’s cancel: commits its cancel',
      'ann’s second hold: commits its hold',
    ],
  }
  test.for(RULES)('without the rule "%s"', { timeout: BUSY_MS }, (rule) => {
    const { violation } = explore(protocol(without(rule)))
    expect([violation?.text, ...(violation?.path ?? [])]).toEqual(found[rule])
  })
})
